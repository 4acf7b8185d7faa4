import type { ReactNode } from 'react'
import { areKeysOn } from '../lists/use-list-keys.ts'
import { Button } from '../ui/button.tsx'
import { t } from '#domain/messages/t.ts'

interface DecisionBarProps {
  isBusy: boolean
  /** Label of the button that approves; undefined: it cannot be approved. */
  action: string | undefined
  onRefuse: () => void
}

/** The buttons of a proposal, always visible at its end, with their keys. */
export function DecisionBar({ isBusy, action, onRefuse }: DecisionBarProps): ReactNode {
  return (
    <div className="proposal-actions">
      {action !== undefined && (
        <Button type="submit" tone="main" busy={isBusy}>
          {isBusy ? t('Saving…') : action}
        </Button>
      )}
      <Button tone="danger" onClick={onRefuse}>
        {t('Refuse')}
      </Button>
      {areKeysOn() && (
        <span className="proposal-keys">{t('Keys: j next, k previous, a approve, r refuse')}</span>
      )}
    </div>
  )
}
