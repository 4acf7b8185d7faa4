import { useState, type FormEvent, type ReactNode } from 'react'
import type { WorkPlanView } from '#domain/api/planning/work-plans.ts'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import { weekdayName } from '#domain/visits/working-days.ts'
import { readItems } from '../../api/read.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { CustomerCombobox } from '../../visits/customer-combobox.tsx'
import { bestPosition } from './best-position.ts'
import { formatKilometres } from '../plan-labels.ts'
import { stopsOf, type PlanPosition } from './plan-edits.ts'

/** A stop of the plan, or a customer that is not in it. */
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
  /** Null: it is chosen here, among all that the account sees. */
  customer: MovedCustomer | null
  onChoose: (customer: MovedCustomer, to: PlanPosition) => void
  onClose: () => void
}

/** The coordinates of a customer; null: unknown. */
async function placeOf(code: string, signal: AbortSignal): Promise<string | null> {
  const query = { Customer_Code: code, limit: '1' }
  const [first] = await readItems<{ Place: string }>('/api/v1/customer-places', { query, signal })
  return first?.Place ?? null
}

const best = 'best'

/** Asks for the day of a customer and the place on it, and for the customer if none is given. */
export function MoveDialog({ plan, customer: given, onChoose, onClose }: MoveDialogProps): ReactNode {
  const [code, setCode] = useState('')
  const [found, setFound] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const stop = stopsOf(plan.days).find(({ Customer_Code }) => Customer_Code === code)
  const { data: place } = useQuery([code], (signal) => placeOf(code, signal), {
    enabled: found !== null && !stop,
  })
  const chosen: MovedCustomer | null =
    found === null
      ? null
      : (stop ?? { Customer_Code: code, Customer_Name: found, Local_Name: null, Place: place ?? null })
  const customer = given ?? chosen
  const working = plan.days.filter(({ off, stops }) => off === null || stops.length > 0)
  const days = working.length > 0 ? working : plan.days
  // The day with the most room, unless it is moved from one.
  const [roomiest] = days.toSorted((one, other) => one.stops.length - other.stops.length)
  const [date, setDate] = useState<string | null>(null)
  const [position, setPosition] = useState(best)
  const shownDate = date ?? customer?.Visit_Date ?? roomiest!.date
  const day = days.find((each) => each.date === shownDate) ?? days[0]!
  const others = day.stops.filter((each) => each.Customer_Code !== customer?.Customer_Code)
  const isNew = customer?.Visit_Date === undefined
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!customer) return setProblem(t('Choose a customer from the list'))
    const at = position === best ? bestPosition(day, customer, plan.Start_Place) : Number(position)
    onChoose(customer, { day: day.date, at })
  }
  const name = given && customerName(given)
  const heading =
    name === null ? t('Add a customer') : isNew ? t('Add {name}', { name }) : t('Move {name}', { name })
  return (
    <Dialog heading={heading} onClose={onClose}>
      <form className="stack" noValidate onSubmit={onSubmit}>
        {!given && (
          <Field
            label={t('Customer')}
            problem={problem}
            hint={stop && t('Is on {date} already, and is moved', { date: formatDate(stop.Visit_Date) })}
          >
            {(attributes) => (
              <CustomerCombobox
                name="customer"
                label={t('Customer')}
                value={code}
                title={found}
                attributes={attributes}
                onChoose={(value, title) => {
                  setCode(value)
                  setFound(title)
                  setProblem('')
                }}
              />
            )}
          </Field>
        )}
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
