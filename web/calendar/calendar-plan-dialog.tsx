import { useState, type FormEvent, type ReactNode } from 'react'
import { parseDay, formatDate } from '#domain/dates/dates.ts'
import { parseTime } from '#domain/dates/moments.ts'
import { fromVisits } from '#domain/visits/customer-path.ts'
import { Button } from '../ui/button.tsx'
import { DateControl } from '../ui/date-control.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { visitDetailOf } from './calendar-link.ts'
import { formatDay, formatStatus, statusOf, type CalendarEntry } from './calendar-format.ts'
import { CustomerLink } from '../masters/customer-link.tsx'
import { Facts } from '../visits/facts.tsx'
import { useWorkingDays, warningOf } from '../visits/use-working-days.ts'
import { Link } from '../ui/link.tsx'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { codeName } from '../ui/code-name.ts'
import { t } from '#domain/messages/t.ts'

interface PlanDialogProps {
  item: CalendarEntry
  today: string
  routeLink: string
  isMovable: boolean
  onMove: (day: string, time: string) => void
  onClose: () => void
}

/** Details and links of a visit in the calendar, and a form to move a planned one. */
export function CalendarPlanDialog(props: PlanDialogProps): ReactNode {
  const { item, today, routeLink, isMovable, onMove, onClose } = props
  const { Customer_Code, City_Code, City_Name, Status, Visit_ID, Remarks, day, time } = item
  return (
    <Dialog heading={customerName(item)} onClose={onClose}>
      <div className="plan-dialog">
        <Facts
          lines={[
            [Status === 'visited' ? t('Visited On') : t('Planned for'), `${formatDay(day)} ${time}`],
            [t('Status'), formatStatus(statusOf(item, today))],
            [t('Customer Code'), Customer_Code],
            [t('City Code'), codeName({ value: City_Code, title: City_Name })],
            [t('Visit ID'), Visit_ID],
            [t('Assigned To'), item.employeeName ?? t('The person who planned it')],
          ]}
        />
        {Remarks && <p className="visit-planned">{Remarks}</p>}
        <p className="links">
          <CustomerLink code={Customer_Code} name={t('Customer page')} />
          {Status === 'planned' && (
            <>
              {isMovable && (
                <Link to={visitDetailOf(Customer_Code)} state={fromVisits}>
                  {t('Visit Detail')}
                </Link>
              )}
              <Link to={routeLink}>{t('Day route')}</Link>
            </>
          )}
        </p>
        {Status === 'planned' && isMovable && <MoveForm item={item} today={today} onMove={onMove} />}
      </div>
    </Dialog>
  )
}

function MoveForm({ item, today, onMove }: Pick<PlanDialogProps, 'item' | 'today' | 'onMove'>): ReactNode {
  const [day, setDay] = useState(formatDate(item.day))
  const [time, setTime] = useState(item.time)
  const [problems, setProblems] = useState<{ day?: string; time?: string }>({})
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const problemsFound = {
      ...(!parseDay(day.trim()) && { day: t('Day should be a date like 31/12/2026') }),
      ...(!parseTime(time) && { time: t('Time should be a time like 09:30') }),
    }
    setProblems(problemsFound)
    const [first] = Object.keys(problemsFound)
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    else onMove(parseDay(day.trim())!, parseTime(time)!)
  }
  const chosen = parseDay(day.trim())
  const { reasonOf } = useWorkingDays([item.Customer_Code], chosen)
  return (
    <form className="plan-move" noValidate onSubmit={submit}>
      <Field
        label={t('Day')}
        problem={problems.day}
        hint={chosen && warningOf(chosen, today, reasonOf(chosen))}
      >
        {(attributes) => (
          <DateControl
            name="day"
            label={t('Day')}
            value={day}
            onType={setDay}
            attributes={attributes}
            isRequired
          />
        )}
      </Field>
      <Field label={t('Time')} problem={problems.time}>
        {(attributes) => (
          <input
            {...attributes}
            type="time"
            className="control"
            name="time"
            value={time}
            required
            onChange={(event) => setTime(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" tone="main">
        {t('Move')}
      </Button>
    </form>
  )
}
