import { addDays } from '#domain/dates.ts'
import { dayIn } from '#domain/moments.ts'
import type { FirmClock } from '#domain/visits/plans.ts'
import {
  nextWorkingDay,
  offDaysBetween,
  reasonsOff,
  type Holiday,
  type OffDay,
  type ReasonOf,
  type Weekday,
} from '#domain/visits/working-days.ts'
import type { Context } from '../context.ts'
import { invalid } from '#domain/problem.ts'
import { within } from '../within.ts'
import { demand, gate } from '../gate.ts'
import type { Db } from '../store/dialect.ts'

export interface WorkingDays extends FirmClock {
  weeklyOffs: readonly Weekday[]
  offDays: OffDay[]
  /** The first working day after today. */
  nextWorkingDay: string | null
}

interface Span {
  from: string
  to: string
  /** Whose holidays count besides those of everywhere. */
  states: readonly string[]
  /** The same by customers: where they are is looked up. */
  customers: readonly string[]
}

export async function listWorkingDays(ctx: Context, span: Span): Promise<WorkingDays> {
  demand(ctx, 'read', 'holiday')
  const { timeZone, weeklyOffs } = ctx.config
  const today = dayIn(ctx.now(), timeZone)
  const db = ctx.store.read
  const states = [...(await knownStates(ctx, span.states)), ...(await statesOf(ctx, span.customers))]
  // From today as well, for the next working day.
  const first = span.from < today ? span.from : today
  const reasonOf = await reasonsFrom(ctx, db, first, states)
  return {
    weeklyOffs,
    offDays: offDaysBetween(span.from, span.to, reasonOf),
    nextWorkingDay: nextWorkingDay(today, reasonOf) ?? null,
    today,
    timeZone,
  }
}

/** The days off from a day on, for customers of these states. */
export async function reasonsFrom(
  ctx: Context,
  db: Db,
  day: string,
  states: readonly string[],
): Promise<ReasonOf> {
  const rows = await db
    .selectFrom('holiday')
    .leftJoin('state', 'state.state_code', 'holiday.state_code')
    .select(['holiday_date', 'holiday_name', 'holiday.state_code', 'state_name'])
    // The key begins with the day, and has an index.
    .where('holiday.natural_key', '>=', day)
    .orderBy('holiday.natural_key')
    .limit(mostHolidays)
    .execute()
  const holidays = rows.map((row): Holiday => ({
    day: String(row['holiday_date']),
    name: String(row['holiday_name']),
    state:
      row['state_code'] === null
        ? null
        : { code: String(row['state_code']), name: String(row['state_name'] ?? row['state_code']) },
  }))
  return reasonsOff(ctx.config.weeklyOffs, holidays, states)
}

const mostHolidays = 5000

/** As they are spelt; holidays of a state that does not exist would look like none. */
async function knownStates(ctx: Context, codes: readonly string[]): Promise<string[]> {
  const states = gate(ctx, 'read', 'state')
  const found = await Promise.all(codes.map((code) => states.find(code.trim())))
  const unknown = codes.filter((_, at) => !found[at])
  if (unknown.length > 0)
    throw invalid(unknown.map((code) => ({ field: 'State_Code', message: `There is no state ${code}` })))
  return found.map((state) => String(state?.['State_Code']))
}

async function statesOf(ctx: Context, customers: readonly string[]): Promise<string[]> {
  if (customers.length === 0) return []
  const { toKey } = gate(ctx, 'read', 'customer').entity.fields['Customer_Code']!
  const limit = within(ctx, 'customer', 'customer')
  const rows = await ctx.store.read
    .selectFrom('customer')
    .$if(limit !== undefined, (seen) => seen.where(limit!.test()))
    .select('state_code')
    .distinct()
    .where(
      'natural_key',
      'in',
      customers.map((code) => toKey(code.trim())),
    )
    .execute()
  return rows.map((row) => String(row['state_code']))
}

/** How many days can be asked for at once, and how many are unless somebody says. */
export const mostDays = 800
export const usualEnd = (from: string): string => addDays(from, 31)
