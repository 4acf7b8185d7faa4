import { useState, type FormEvent, type ReactNode } from 'react'
import type { WorkPlanView } from '#domain/api/planning/work-plans.ts'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import { weekdayName } from '#domain/visits/working-days.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { bestPosition } from './best-position.ts'
import { formatKilometres } from '../plan-labels.ts'
import type { PlanPosition } from './plan-edits.ts'

/** A stop of the plan, or a customer that did not fit. */
export interface MovedCustomer {
  Customer_Code: string
  Customer_Name: string
  Local_Name: string | null
  Place: string | null
  /** Where it is now. */
  Visit_Date?: string
}

interface MoveDialogProps {
  plan: WorkPlanView
  customer: MovedCustomer
  onChoose: (to: PlanPosition) => void
  onClose: () => void
}

const best = 'best'

/** Asks for the day of a customer and the place on it. */
export function MoveDialog({ plan, customer, onChoose, onClose }: MoveDialogProps): ReactNode {
  const working = plan.days.filter(({ off, stops }) => off === null || stops.length > 0)
  const days = working.length > 0 ? working : plan.days
  // The day with the most room, unless it is moved from one.
  const [roomiest] = days.toSorted((one, other) => one.stops.length - other.stops.length)
  const [date, setDate] = useState(customer.Visit_Date ?? roomiest!.date)
  const [position, setPosition] = useState(best)
  const day = days.find((each) => each.date === date) ?? days[0]!
  const others = day.stops.filter((stop) => stop.Customer_Code !== customer.Customer_Code)
  const name = customerName(customer)
  const isNew = customer.Visit_Date === undefined
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const at = position === best ? bestPosition(day, customer, plan.Start_Place) : Number(position)
    onChoose({ day: day.date, at })
  }
  return (
    <Dialog heading={isNew ? t('Add {name}', { name }) : t('Move {name}', { name })} onClose={onClose}>
      <form className="stack" onSubmit={onSubmit}>
        <Field label={t('Day')}>
          {(attributes) => (
            <select
              {...attributes}
              className="control"
              name="day"
              value={day.date}
              onChange={(event) => {
                setDate(event.target.value)
                setPosition(best)
              }}
            >
              {days.map((each) => (
                <option key={each.date} value={each.date}>
                  {[
                    `${weekdayName(each.date, 'short')} ${formatDate(each.date)}`,
                    t('{count, plural, =0 {no stops} one {# stop} other {# stops}}', {
                      count: each.stops.length,
                    }),
                    each.stops.length > 0 && formatKilometres(each.Kilometres),
                    each.off,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('Place on the day')}>
          {(attributes) => (
            <select
              {...attributes}
              className="control"
              name="position"
              value={position}
              onChange={(event) => setPosition(event.target.value)}
            >
              <option value={best}>{t('Where the detour is the shortest')}</option>
              <option value="0">{t('First')}</option>
              {others.map((stop, at) => (
                <option key={stop.Customer_Code} value={at + 1}>
                  {t('After {name}', { name: customerName(stop) })}
                </option>
              ))}
            </select>
          )}
        </Field>
        <DialogActions>
          <Button type="submit" tone="main">
            {isNew ? t('Add') : t('Move')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
