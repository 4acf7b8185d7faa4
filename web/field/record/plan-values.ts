import type { VisitEventValues } from '#domain/field/events.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import { addDays } from '#domain/dates/dates.ts'
import { wallClock } from '#domain/dates/moments.ts'
import { nextHalfHour } from '#domain/visits/working-days.ts'
import { defaultTime, joinMoment } from '../../visits/visit-format.ts'
import { correctedNow } from '../../outbox/pack.ts'
import { visitPlanOf, type FieldCustomer } from '../field-customer.ts'

/** The time of a visit that is planned for today: the next half hour, and in the evening the last one of the day. */
export function timeToday({ timeZone }: FirmClock, now = correctedNow()): string {
  const time = wallClock(now, timeZone).time.slice(0, 5)
  return time < defaultTime ? defaultTime : (nextHalfHour(time) ?? '23:30')
}

/** What the planner sends, without the members that name the customer and the plan. */
export function planEventValues(
  customer: FieldCustomer,
  clock: FirmClock,
  day: string,
  time: string,
): VisitEventValues {
  const plan = visitPlanOf(customer, clock)
  const moment = joinMoment(day, time)
  return {
    Last_Visited_Date: plan.Last_Visited,
    Recommended_Date: plan.Recommended_Date,
    Days_Since_Visit_Pending: plan.Days_Since_Visit_Pending,
    Planned_Date: moment,
    Planned_Time: moment,
    Remarks: plan.Plan?.Remarks ?? '',
  }
}

/** The days that a plan is usually for. */
export const usualPlanDays = (today: string): string[] => [0, 1, 2, 7].map((days) => addDays(today, days))
