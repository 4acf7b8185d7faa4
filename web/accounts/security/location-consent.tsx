import type { ReactNode } from 'react'
import type { LocationConsent as Consent } from '#domain/api/accounts/account.ts'
import { chooseLocation } from '../../access/choose-location.ts'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/moment.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { RichText } from '../../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'

interface LocationConsentProps {
  consent: Consent
  onChange: () => Promise<void>
}

/** Whether visits are stored with the location of the person, since when, and the choice of it. */
export function LocationConsent({
  consent: { allowedAt, withdrawnAt },
  onChange,
}: LocationConsentProps): ReactNode {
  const isAllowed = allowedAt !== null && withdrawnAt === null
  const { isBusy, submit } = useSubmit({
    send: chooseLocation,
    success: (_, allows: boolean) =>
      allows ? t('Your location is allowed') : t('Your location is not stored any more'),
    failure: t('Your choice was not saved'),
    onSuccess: onChange,
  })
  const tags = {
    allowed: () => <Moment at={allowedAt ?? ''} />,
    withdrawn: () => <Moment at={withdrawnAt ?? ''} />,
  }
  return (
    <section className="card stack location-consent" aria-labelledby="location-consent">
      <h2 id="location-consent">{t('Location')}</h2>
      <p>
        {t(
          'When you press “Use my location” at a visit, the place where you are is stored with it, for those who see the visit. Distances are computed on the phone, and sent nowhere.',
        )}
      </p>
      <p>
        {isAllowed ? (
          <RichText message="Allowed since <allowed></allowed>." tags={tags} />
        ) : withdrawnAt === null ? (
          t('Not allowed so far.')
        ) : (
          <RichText message="Allowed <allowed></allowed>, withdrawn <withdrawn></withdrawn>." tags={tags} />
        )}{' '}
        {isAllowed && t('If you withdraw it, what is stored already stays as long as the firm keeps it.')}
      </p>
      <div className="form-actions">
        <Button busy={isBusy} onClick={() => void submit(!isAllowed)}>
          {isAllowed ? t('Withdraw') : t('Allow')}
        </Button>
      </div>
    </section>
  )
}
