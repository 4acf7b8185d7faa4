import type { ReactNode } from 'react'
import { formatDate } from '#domain/dates/dates.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import type { VisitPlan } from '#domain/api/visits/plans.ts'
import { weekdayName, type Slot } from '#domain/visits/working-days.ts'
import { Button } from '../ui/button.tsx'
import { plannedFor } from '../visits/visit-format.ts'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

export interface DayOffInfo {
  sentence: string
  /** The next working day. */
  next: string | null
}

interface DayOffProps {
  off: DayOffInfo
  /** The user chose to plan on the day off anyway. */
  isAccepted: boolean
  onNext: (day: string) => void
  onAccept: () => void
}

/** Shows why the day is off, with buttons to use the next working day or to plan anyway. */
export function DayOff({ off: { sentence, next }, isAccepted, onNext, onAccept }: DayOffProps): ReactNode {
  return (
    <div className="planner-off">
      <output>
        {isAccepted
          ? t('{dayIsOff}. It is planned anyway.', { dayIsOff: sentence })
          : t('{dayIsOff}.', { dayIsOff: sentence })}
      </output>
      <div className="planner-off-actions">
        {next && <Button onClick={() => onNext(next)}>{t('Use {day}', { day: formatDay(next) })}</Button>}
        {!isAccepted && <Button onClick={onAccept}>{t('Plan anyway')}</Button>}
      </div>
    </div>
  )
}

const formatDay = (day: string): string => `${weekdayName(day, 'short')} ${formatDate(day)}`

interface AssignedTimesProps {
  customers: readonly VisitPlan[]
  slots: readonly Slot[]
  clock: FirmClock
}

const maxOpenSlots = 12

/** Preview of the planned times. */
export function AssignedTimes({ customers, slots, clock }: AssignedTimesProps): ReactNode {
  const days = [...new Set(slots.map(({ day }) => day))]
  const last = slots.at(-1)!
  const times = { from: slots[0]!.time, to: last.time }
  return (
    <details className="planner-times" open={slots.length <= maxOpenSlots}>
      <summary>
        {days.length > 1
          ? t('{from} to {to}, over {days, plural, one {# day} other {# days}} until {lastDay}', {
              ...times,
              days: days.length,
              lastDay: formatDate(last.day),
            })
          : t('{from} to {to}', times)}
      </summary>
      {days.map((day) => (
        <section key={day} aria-label={formatDay(day)}>
          {days.length > 1 && <h3>{formatDay(day)}</h3>}
          <ol>
            {slots.map((slot, at) => {
              const customer = customers[at]
              if (slot.day !== day || !customer) return null
              const planned = plannedFor(customer, clock)
              return (
                <li key={customer.Customer_Code}>
                  <span className="planner-time">{slot.time}</span> {customerName(customer)}
                  {planned && (
                    <span className="planner-was">
                      {' '}
                      {t('moved from {moment}', { moment: planned.label })}
                    </span>
                  )}
                </li>
              )
            })}
          </ol>
        </section>
      ))}
    </details>
  )
}
