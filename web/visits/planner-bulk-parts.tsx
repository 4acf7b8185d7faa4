import type { ReactNode } from 'react'
import { showDay } from '#domain/dates.ts'
import type { FirmClock, VisitPlan } from '#domain/visits/plans.ts'
import { capitalised, weekdayOf, type Slot } from '#domain/visits/working-days.ts'
import { Button } from '../ui/button.tsx'
import { plannedFor } from './visit-words.ts'

export interface Off {
  sentence: string
  /** The next working day. */
  next: string | null
}

interface DayOffProps {
  off: Off
  /** Somebody said that it shall be this day all the same. */
  isAccepted: boolean
  onNext: (day: string) => void
  onAccept: () => void
}

/** Why the day is off, and the two ways on. */
export function DayOff({ off: { sentence, next }, isAccepted, onNext, onAccept }: DayOffProps): ReactNode {
  return (
    <div className="planner-off">
      <output>
        {sentence}.{isAccepted && ' It is planned all the same.'}
      </output>
      <div className="planner-off-ways">
        {next && <Button onClick={() => onNext(next)}>Take {dayInWords(next)}</Button>}
        {!isAccepted && <Button onClick={onAccept}>Plan all the same</Button>}
      </div>
    </div>
  )
}

const dayInWords = (day: string): string => `${capitalised(weekdayOf(day)).slice(0, 3)} ${showDay(day)}`

interface DealtTimesProps {
  customers: readonly VisitPlan[]
  slots: readonly Slot[]
  clock: FirmClock
}

const fewEnoughToSee = 12

/** Who is planned for when, before it is sent. */
export function DealtTimes({ customers, slots, clock }: DealtTimesProps): ReactNode {
  const days = [...new Set(slots.map(({ day }) => day))]
  const last = slots.at(-1)!
  return (
    <details className="planner-times" open={slots.length <= fewEnoughToSee}>
      <summary>
        {slots[0]!.time} to {last.time}
        {days.length > 1 && `, over ${days.length} days until ${showDay(last.day)}`}
      </summary>
      {days.map((day) => (
        <section key={day} aria-label={dayInWords(day)}>
          {days.length > 1 && <h3>{dayInWords(day)}</h3>}
          <ol>
            {slots.map((slot, at) => {
              const customer = customers[at]
              if (slot.day !== day || !customer) return null
              const planned = plannedFor(customer, clock)
              return (
                <li key={customer.Customer_Code}>
                  <span className="planner-time">{slot.time}</span> {customer.Customer_Name}
                  {planned && <span className="planner-was"> moved from {planned.words}</span>}
                </li>
              )
            })}
          </ol>
        </section>
      ))}
    </details>
  )
}
