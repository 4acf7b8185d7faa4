import type { ReactNode } from 'react'
import { chooseLocation } from '../../access/choose-location.ts'
import { Button } from '../../ui/button.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { t } from '#domain/messages/t.ts'

interface AllowLocationProps {
  onAllowed: () => void
  onCancel: () => void
}

/** Asks once whether the location may be stored. */
export function AllowLocation({ onAllowed, onCancel }: AllowLocationProps): ReactNode {
  const { isBusy, submit } = useSubmit({
    send: () => chooseLocation(true),
    failure: t('Your choice was not saved. You can save the visit without the location'),
    onSuccess: onAllowed,
  })
  return (
    <div className="stack">
      <p>
        {t(
          'Store the place where you are with visits, each time you press “Use my location”? Those who see the visit see it. You can withdraw this under My account.',
        )}
      </p>
      <div className="form-actions">
        <Button tone="main" busy={isBusy} onClick={() => void submit(undefined)}>
          {t('Allow')}
        </Button>
        <Button onClick={onCancel}>{t('Not now')}</Button>
      </div>
    </div>
  )
}
