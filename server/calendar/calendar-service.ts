import { shownName } from '#domain/catalogue/names/shown-name.ts'
import type { Calendar, CalendarItem, OffDay } from '#domain/api/visits/calendar.ts'
import { maxItems } from '#domain/visits/calendar.ts'
import { addDays, daysBetween } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { weekdayName, weekdayOf } from '#domain/visits/working-days.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import { inParallel } from '../base/in-parallel.ts'
import {
  madeVisits,
  plannedVisits,
  resolveVisitOwner,
  type DayRange,
  type VisitWithCustomer,
} from '../visits/planned-visits.ts'

/** These appear on the planned day; visits made appear on the day they were made. */
const notMade = ['planned', 'missed', 'cancelled'] as const

/** The visits planned for or made on these days, and the days off. */
export async function readCalendar(ctx: Context, days: DayRange, employee: string): Promise<Calendar> {
  const owner = await resolveVisitOwner(ctx, employee)
  // One more than shown, to know whether there are more.
  const query = { owner, days, limit: maxItems + 1 }
  const [planned, made, off] = await inParallel([
    () => plannedVisits(ctx, { ...query, statuses: notMade }),
    () => madeVisits(ctx, query),
    () => offDays(ctx, days),
  ])
  const rows = sortByTime([...planned, ...made], ctx.config.timeZone)
  return {
    items: rows.slice(0, maxItems).map(itemOf),
    off,
    isCut: rows.length > maxItems,
    today: dayIn(ctx.now(), ctx.config.timeZone),
    timeZone: ctx.config.timeZone,
  }
}

/**
 * A visit made on another day than planned, or unplanned, has a day but no time, and sorts after the plans of that day.
 */
function sortByTime(rows: readonly VisitWithCustomer[], timeZone: string): VisitWithCustomer[] {
  const rankOf = ({ planned_at: plannedAt, visited_on: made, status }: VisitWithCustomer): string => {
    const planned = plannedAt === null ? null : dayIn(new Date(plannedAt), timeZone)
    const day = status === 'visited' ? made : planned
    return day === planned ? `${planned}:${plannedAt}` : `${day}~`
  }
  // Equal ranks keep the order of the database.
  return rows
    .map((row) => ({ row, rank: rankOf(row) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : Number(one.rank > other.rank)))
    .map(({ row }) => row)
}

const itemOf = (row: VisitWithCustomer): CalendarItem => ({
  Visit_ID: row.visit_id,
  version: row.version,
  Status: row.status,
  Planned_At: row.planned_at,
  Visited_On: row.visited_on,
  Contact_Mode: row.contact_mode,
  Remarks: row.remarks,
  Assigned_To: row.assigned_to,
  employeeName: row.employee_name,
  Customer_Code: row.customer_code,
  Customer_Name: row.customer_name,
  Local_Name: row.local_name,
  City_Code: row.city_code,
  City_Name: shownName(row.city_name, row.city_local_name),
  State_Code: row.state_code,
})

/** The weekly offs and holidays in this range. */
export async function offDays(ctx: Context, { from, to }: DayRange): Promise<OffDay[]> {
  requireRight(ctx, 'read', 'holiday')
  const all = Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => addDays(from, at))
  const weekly = all.flatMap((day): OffDay[] => {
    const isOff = ctx.config.weeklyOffs.includes(weekdayOf(day))
    return isOff ? [{ day, name: weekdayName(day), State_Code: null }] : []
  })
  const holidays = await ctx.store.read
    .selectFrom('holiday')
    .select(['holiday_date', 'holiday_name', 'state_code'])
    .where('holiday_date', '>=', from)
    .where('holiday_date', '<=', to)
    .orderBy('holiday_date')
    .orderBy('holiday_name')
    .execute()
  const holidayItems = holidays.map((row) => ({
    day: row.holiday_date,
    name: row.holiday_name,
    State_Code: row.state_code,
  }))
  return [...weekly, ...holidayItems]
}
