import { addDays, daysBetween } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import type { WorkingDays, WorkingDaysQuery } from '#domain/api/visits/working-days.ts'
import {
  nextWorkingDay,
  offDaysBetween,
  dayOffReasons,
  type Holiday,
  type DayOffReason,
} from '#domain/visits/working-days.ts'
import type { Context } from '../core/context.ts'
import { invalid } from '#domain/problem.ts'
import { keyOfCustomer } from '../core/customer-locks.ts'
import { territoryFilter } from '../core/territory-filter.ts'
import { requireRight, gate } from '../core/gate.ts'
import type { Db } from '../store/dialect.ts'
import { t } from '#domain/messages/t.ts'

/** The longest range of days. */
const maxDays = 800
const defaultEnd = (from: string): string => addDays(from, 31)

export async function listWorkingDays(ctx: Context, query: WorkingDaysQuery): Promise<WorkingDays> {
  requireRight(ctx, 'read', 'holiday')
  const { timeZone, weeklyOffs } = ctx.config
  const today = dayIn(ctx.now(), timeZone)
  const db = ctx.store.read
  const { from = today, to = defaultEnd(from), State_Code, Customer_Code } = query
  refuseRange(from, to)
  const states = [...(await knownStates(ctx, State_Code)), ...(await statesOf(ctx, Customer_Code))]
  // Includes today, to compute the next working day.
  const first = from < today ? from : today
  const reasonOf = await reasonsFrom(ctx, db, first, states)
  return {
    weeklyOffs: [...weeklyOffs],
    offDays: offDaysBetween(from, to, reasonOf),
    nextWorkingDay: nextWorkingDay(today, reasonOf) ?? null,
    today,
    timeZone,
  }
}

function refuseRange(from: string, to: string): void {
  if (to < from) throw invalid([{ field: 'to', message: t('to should not be before from') }])
  if (daysBetween(from, to) >= maxDays)
    throw invalid([
      { field: 'to', message: t('At most {max} days can be requested at once', { max: maxDays }) },
    ])
}

/** The days off from a day on, for customers of these states. */
export async function reasonsFrom(
  ctx: Context,
  db: Db,
  day: string,
  states: readonly string[],
): Promise<DayOffReason> {
  return dayOffReasons(ctx.config.weeklyOffs, await holidaysFrom(db, day), states)
}

/** The holidays of the firm and of every state from a day on. */
export async function holidaysFrom(db: Db, day: string): Promise<Holiday[]> {
  const rows = await db
    .selectFrom('holiday')
    .leftJoin('state', 'state.state_code', 'holiday.state_code')
    .select(['holiday_date', 'holiday_name', 'holiday.state_code', 'state_name'])
    // The natural key begins with the day and is indexed.
    .where('holiday.natural_key', '>=', day)
    .orderBy('holiday.natural_key')
    .limit(maxHolidays)
    .execute()
  return rows.map((row): Holiday => ({
    day: row.holiday_date,
    name: row.holiday_name,
    state: row.state_code === null ? null : { code: row.state_code, name: row.state_name ?? row.state_code },
  }))
}

const maxHolidays = 5000

/** The codes as stored. An unknown state is an error, because it would look like one without holidays. */
async function knownStates(ctx: Context, codes: readonly string[]): Promise<string[]> {
  const states = gate(ctx, 'read', 'state')
  const found = await Promise.all(codes.map((code) => states.find(code.trim())))
  const unknown = codes.filter((_, at) => !found[at])
  if (unknown.length > 0)
    throw invalid(
      unknown.map((code) => ({ field: 'State_Code', message: t('There is no state {code}', { code }) })),
    )
  return found.flatMap((state) => state?.State_Code ?? [])
}

async function statesOf(ctx: Context, customers: readonly string[]): Promise<string[]> {
  if (customers.length === 0) return []
  requireRight(ctx, 'read', 'customer')
  const limit = territoryFilter(ctx, 'customer', 'customer')
  const rows = await ctx.store.read
    .selectFrom('customer')
    .$if(limit !== undefined, (customersQuery) => customersQuery.where(limit!.test()))
    .select('state_code')
    .distinct()
    .where(
      'natural_key',
      'in',
      customers.map((code) => keyOfCustomer(code.trim())),
    )
    .execute()
  return rows.map((row) => row.state_code)
}
