import type { ReactNode } from 'react'
import type { PlanDayView, StopView, WorkPlanView } from '#domain/api/planning/work-plans.ts'
import { cityName, customerName } from '#domain/catalogue/names/shown-name.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import { weekdayName } from '#domain/visits/working-days.ts'
import { CustomerLink } from '../masters/customer-link.tsx'
import { formatKilometres, formatMinutes, minutesOf, whyVisit } from './plan-labels.ts'
import { StopTools, type StopActions } from './edit/stop-tools.tsx'

interface PlanDaysProps {
  plan: WorkPlanView
  /** What can be done with a stop; undefined: nothing can be changed now. */
  actions: StopActions | undefined
}

/** The days of a plan with their stops in order; days without stops that follow each other share a card. */
export function PlanDays({ plan, actions }: PlanDaysProps): ReactNode {
  return (
    <ol className="plan-days">
      {cardsOf(plan.days).map(([first, ...others]) =>
        first!.stops.length > 0 ? (
          <PlanDay key={first!.date} day={first!} plan={plan} actions={actions} />
        ) : (
          <li key={first!.date} className="plan-day plan-day-empty">
            {[...Map.groupBy([first!, ...others], runs())].map(([run, days]) => (
              <div key={run}>
                {shortDay(days[0]!)}
                {days.length > 1 && ` – ${shortDay(days.at(-1)!)}`}: {days[0]!.off ?? t('no stops')}
              </div>
            ))}
          </li>
        ),
      )}
    </ol>
  )
}

const shortDay = ({ date }: PlanDayView): string => `${weekdayName(date, 'short')} ${formatDate(date)}`

/** Numbers days that follow each other and are off for the same reason. */
function runs(): (day: PlanDayView) => number {
  let run = 0
  let before: PlanDayView | undefined
  return (day) => {
    if (before && before.off !== day.off) run++
    before = day
    return run
  }
}

function cardsOf(days: readonly PlanDayView[]): PlanDayView[][] {
  const cards: PlanDayView[][] = []
  for (const day of days) {
    const last = cards.at(-1)
    if (last && day.stops.length === 0 && last[0]!.stops.length === 0) last.push(day)
    else cards.push([day])
  }
  return cards
}

function PlanDay({ day, plan, actions }: PlanDaysProps & { day: PlanDayView }): ReactNode {
  const { stops, date } = day
  return (
    <li className="plan-day" data-day={date}>
      <h2>
        {weekdayName(date)} {formatDate(date)}
      </h2>
      <p className="plan-day-sum">
        {[
          t('{count, plural, one {# stop} other {# stops}}', { count: stops.length }),
          formatKilometres(day.Kilometres),
          formatMinutes(minutesOf(day, plan.hours.start)),
          day.Ends_At !== null && t('back at {time}', { time: day.Ends_At }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {day.problem !== null && <p className="plan-day-problem">{day.problem}</p>}
      <ol className="plan-stops">
        {stops.map((stop) => (
          <li key={stop.Customer_Code} className="plan-stop">
            <span className="plan-time">{stop.Start_Time}</span>
            <span className="plan-who">
              <CustomerLink code={stop.Customer_Code} name={customerName(stop)} />
              <small>{[cityName(stop), formatKilometres(stop.Kilometres)].filter(Boolean).join(' · ')}</small>
              <small className="plan-why">
                <FixedMark stop={stop} plan={plan} /> {whyVisit(stop).join(' · ')}
              </small>
            </span>
            {actions && <StopTools stop={stop} days={plan.days} actions={actions} />}
          </li>
        ))}
      </ol>
    </li>
  )
}

/** Why the day and the time of a stop stay: it was planned before, or a person keeps it. */
function FixedMark({ stop, plan }: { stop: StopView; plan: WorkPlanView }): ReactNode {
  if (stop.Is_Appointment)
    return (
      <span
        className="badge badge-planned"
        title={t('Planned for this day before: solving the plan keeps it')}
      >
        {t('Appointment')}
      </span>
    )
  // The visits of an accepted plan are all planned.
  if (!stop.Is_Fixed || plan.State === 'accepted') return null
  return (
    <span className="badge" title={t('Keeps the day and the time when the plan is solved again')}>
      {t('Kept by hand')}
    </span>
  )
}
