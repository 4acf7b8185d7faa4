import type { ReactNode } from 'react'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { weekdayName } from '#domain/visits/working-days.ts'
import type { StopView, WorkPlanView } from '#domain/api/planning/work-plans.ts'
import { CustomerLink } from '../masters/customer-link.tsx'
import { Button } from '../ui/button.tsx'
import { t } from '#domain/messages/t.ts'

interface PlanDaysProps {
  plan: WorkPlanView
  stops: readonly StopView[]
  /** Whether times and distances are those before the changes. */
  isEdited: boolean
  onChange: ((stops: readonly StopView[]) => void) | undefined
}

/** The days of a plan with their stops in order. */
export function PlanDays({ plan, stops, isEdited, onChange }: PlanDaysProps): ReactNode {
  return (
    <ol className="work-plan-list">
      {plan.days.map((day) => {
        const own = stops.filter((stop) => stop.Visit_Date === day.date)
        if (day.off !== null && own.length === 0) return null
        return (
          <li key={day.date}>
            <h2>
              {weekdayName(day.date, 'short')} {formatDate(day.date)}
              <small>
                {day.off ??
                  t('{count, plural, =0 {no stops} one {# stop} other {# stops}}', { count: own.length })}
                {!isEdited &&
                  own.length > 0 &&
                  ` · ${t('{kilometres} km, back at {time}', { kilometres: Math.round(day.Kilometres), time: day.Ends_At ?? '' })}`}
              </small>
            </h2>
            {day.problem && !isEdited && <p className="field-error">{day.problem}</p>}
            <ol>
              {own.map((stop) => (
                <Stop
                  key={stop.Customer_Code}
                  stop={stop}
                  plan={plan}
                  stops={stops}
                  isEdited={isEdited}
                  onChange={onChange}
                />
              ))}
            </ol>
          </li>
        )
      })}
    </ol>
  )
}

function Stop({ stop, plan, stops, isEdited, onChange }: PlanDaysProps & { stop: StopView }): ReactNode {
  const change = (values: Partial<StopView>): void =>
    onChange?.(stops.map((each) => (each === stop ? { ...each, ...values } : each)))
  const moveUp = (): void => {
    const at = stops.indexOf(stop)
    const before = stops.findLastIndex((each, index) => index < at && each.Visit_Date === stop.Visit_Date)
    if (before < 0) return
    onChange?.(stops.toSpliced(at, 1).toSpliced(before, 0, stop))
  }
  const name = customerName(stop)
  return (
    <li className="work-plan-stop">
      <span className="work-plan-time">{isEdited ? '' : stop.Start_Time}</span>
      <span className="work-plan-who">
        <CustomerLink code={stop.Customer_Code} name={name} />
        <small>
          {[
            stop.City_Name,
            stop.Reason,
            isEdited ? null : t('{kilometres} km', { kilometres: stop.Kilometres }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      {onChange && (
        <span className="work-plan-edit">
          <select
            className="control"
            aria-label={t('Day of {name}', { name })}
            value={stop.Visit_Date}
            onChange={(event) => change({ Visit_Date: event.target.value, Is_Fixed: false })}
          >
            {plan.days.map((day) => (
              <option key={day.date} value={day.date}>
                {weekdayName(day.date, 'short')} {formatDate(day.date)}
              </option>
            ))}
          </select>
          <input
            className="control"
            type="number"
            min={1}
            max={600}
            aria-label={t('Minutes of {name}', { name })}
            value={stop.Minutes}
            onChange={(event) => change({ Minutes: Number(event.target.value) })}
          />
          <Button onClick={moveUp} aria-label={t('Move {name} up', { name })}>
            ↑
          </Button>
          <Button
            onClick={() => onChange(stops.filter((each) => each !== stop))}
            aria-label={t('Remove {name}', { name })}
          >
            ×
          </Button>
        </span>
      )}
    </li>
  )
}
