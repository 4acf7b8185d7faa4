import type { ReactNode } from 'react'
import type { StopView } from '#domain/api/planning/work-plans.ts'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'
import { Button } from '../../ui/button.tsx'
import { shifted, type PlanDays, type PlanPosition } from './plan-edits.ts'

export interface StopActions {
  isBusy: boolean
  onMove: (stop: StopView, to: PlanPosition) => void
  /** Asks for the day and the place. */
  onChooseDay: (stop: StopView) => void
  onFix: (stop: StopView, isFixed: boolean) => void
  onRemove: (stop: StopView) => void
}

interface StopToolsProps {
  stop: StopView
  days: PlanDays
  actions: StopActions
}

/** Moves a stop by one place, to a day, keeps it there, or removes it. */
export function StopTools({ stop, days, actions }: StopToolsProps): ReactNode {
  const { isBusy, onMove, onChooseDay, onFix, onRemove } = actions
  const name = customerName(stop)
  const step = (direction: 'up' | 'down', label: string): ReactNode => {
    const to = shifted(days, stop, direction === 'up' ? -1 : 1)
    return (
      <Button
        tone="quiet"
        busy={isBusy}
        disabled={!to}
        aria-label={label}
        data-move={`${direction} ${stop.Customer_Code}`}
        onClick={() => to && onMove(stop, to)}
      >
        <span aria-hidden="true">{direction === 'up' ? '↑' : '↓'}</span>
      </Button>
    )
  }
  return (
    <span className="plan-tools">
      {step('up', t('Earlier: {name}', { name }))}
      {step('down', t('Later: {name}', { name }))}
      <Button
        tone="quiet"
        busy={isBusy}
        aria-label={t('Move to another day: {name}', { name })}
        onClick={() => onChooseDay(stop)}
      >
        {t('Move')}
      </Button>
      {/* An appointment is kept anyway. */}
      {!stop.Is_Appointment && (
        <Button
          tone="quiet"
          busy={isBusy}
          aria-pressed={stop.Is_Fixed}
          aria-label={t('Keep day and time: {name}', { name })}
          title={t('Keeps the day and the time when the plan is solved again')}
          onClick={() => onFix(stop, !stop.Is_Fixed)}
        >
          {t('Keep')}
        </Button>
      )}
      <Button
        tone="quiet"
        busy={isBusy}
        aria-label={t('Remove: {name}', { name })}
        onClick={() => onRemove(stop)}
      >
        {t('Remove')}
      </Button>
    </span>
  )
}
