import { mostItems, type Calendar, type CalendarItem, type OffDay } from '#domain/visits/calendar.ts'
import { addDays, daysBetween } from '#domain/dates.ts'
import { dayIn } from '#domain/moments.ts'
import { invalid } from '#domain/problem.ts'
import { capitalised, weekdayOf } from '#domain/visits/working-days.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import { inParallel } from '../in-parallel.ts'
import type { Row } from '../store/dialect.ts'
import { madeVisits, plannedVisits, whoseVisits, type Days } from './planned-visits.ts'

const mostDays = 62
/** These stand on the day of their plan; what was made, on the day it was made. */
const notMade = ['planned', 'missed', 'cancelled']

/** What is planned for these days and what came of it, and the days on which nobody is visited. */
export async function readCalendar(ctx: Context, days: Days, employee: string): Promise<Calendar> {
  if (days.to < days.from)
    throw invalid([{ field: 'to', message: 'to should be the same day as from, or a later one' }])
  if (daysBetween(days.from, days.to) >= mostDays)
    throw invalid([{ field: 'to', message: `A calendar shows ${mostDays} days at most` }])
  const whose = await whoseVisits(ctx, employee)
  // One more, to know whether there are more.
  const query = { whose, days, limit: mostItems + 1 }
  const [planned, made, off] = await inParallel([
    () => plannedVisits(ctx, { ...query, statuses: notMade }),
    () => madeVisits(ctx, query),
    () => offDays(ctx, days),
  ])
  const rows = byTime([...planned, ...made], ctx.config.timeZone)
  return {
    items: rows.slice(0, mostItems).map(itemOf),
    off,
    isCut: rows.length > mostItems,
    today: dayIn(ctx.now(), ctx.config.timeZone),
    timeZone: ctx.config.timeZone,
  }
}

/** What was made on another day than planned, or unplanned, has a day and no time: it stands behind the plans of that day. */
function byTime(rows: readonly Row[], timeZone: string): Row[] {
  const rankOf = ({ planned_at: plannedAt, visited_on: made, status }: Row): string => {
    const planned = typeof plannedAt === 'string' ? dayIn(new Date(plannedAt), timeZone) : null
    const day = status === 'visited' ? made : planned
    return day === planned ? `${planned} ${String(plannedAt)}` : `${String(day)} without a time`
  }
  // Those that rank alike stay in the order the database gave them.
  return rows
    .map((row) => ({ row, rank: rankOf(row) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : Number(one.rank > other.rank)))
    .map(({ row }) => row)
}

const itemOf = (row: Row): CalendarItem => ({
  Visit_ID: String(row['visit_id']),
  version: Number(row['version']),
  Status: row['status'] as CalendarItem['Status'],
  Planned_At: row['planned_at'] as string | null,
  Visited_On: row['visited_on'] as string | null,
  Contact_Mode: row['contact_mode'] as string | null,
  Remarks: row['remarks'] as string | null,
  Assigned_To: row['assigned_to'] as string | null,
  employeeName: row['employee_name'] as string | null,
  Customer_Code: String(row['customer_code']),
  Customer_Name: String(row['customer_name']),
  City_Code: String(row['city_code']),
  State_Code: String(row['state_code']),
})

/** The weekly offs and the holidays among these days. */
export async function offDays(ctx: Context, { from, to }: Days): Promise<OffDay[]> {
  demand(ctx, 'read', 'holiday')
  const all = Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => addDays(from, at))
  const weekly = all.flatMap((day): OffDay[] => {
    const weekday = weekdayOf(day)
    const isOff = ctx.config.weeklyOffs.includes(weekday)
    return isOff ? [{ day, name: capitalised(weekday), State_Code: null }] : []
  })
  const holidays = await ctx.store.read
    .selectFrom('holiday')
    .select(['holiday_date', 'holiday_name', 'state_code'])
    .where('holiday_date', '>=', from)
    .where('holiday_date', '<=', to)
    .orderBy('holiday_date')
    .orderBy('holiday_name')
    .execute()
  const named = holidays.map((row) => ({
    day: String(row['holiday_date']),
    name: String(row['holiday_name']),
    State_Code: row['state_code'] as string | null,
  }))
  return [...weekly, ...named]
}
