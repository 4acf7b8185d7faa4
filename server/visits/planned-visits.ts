import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { addDays } from '#domain/dates.ts'
import { instantAt } from '#domain/moments.ts'
import { invalid } from '#domain/problem.ts'
import { foldText } from '#domain/text.ts'
import type { Context } from '../context.ts'
import { within } from '../within.ts'
import { demand, gate } from '../gate.ts'
import { inParallel } from '../in-parallel.ts'
import type { Row } from '../store/dialect.ts'
import { ownEmployee } from './own-employee.ts'

/**
 * Whose visits: those that the employee is to make and, of those that nobody was named for, those the account planned.
 * Null: everybody's.
 */
export type Whose = { employee: string | null; account: string | null } | null

/** `all`, `mine` or the number of an employee. */
export async function whoseVisits(ctx: Context, named: string): Promise<Whose> {
  demand(ctx, 'read', 'visit')
  if (named === 'all') return null
  if (named === 'mine') {
    const account = ctx.actor.kind === 'account' ? ctx.actor.id : null
    return { employee: await ownEmployee(ctx), account }
  }
  const employee = await gate(ctx, 'read', 'employee').find(named)
  if (!employee)
    throw invalid([
      { field: 'employee', message: `There is no employee ${named}: say a number, mine or all` },
    ])
  const account = await ctx.store.read
    .selectFrom('account')
    .select('id')
    .where('email_key', '=', foldText(String(employee['email']).trim()))
    .executeTakeFirst()
  return { employee: String(employee['employeeNumber']), account: account ? String(account['id']) : null }
}

/** From midnight to midnight where the firm is, both days included. */
export interface Days {
  from: string
  to: string
}

export interface PlannedQuery {
  whose: Whose
  days: Days
  statuses: readonly string[]
  limit: number
}

/** Visits planned for these days, by their time, with what their customer is called and where it is. */
export async function plannedVisits(ctx: Context, query: PlannedQuery): Promise<Row[]> {
  const { days, statuses, limit } = query
  const { timeZone } = ctx.config
  const planned = (): Found =>
    joined(ctx)
      .where('visit.planned_at', '>=', instantAt(days.from, '00:00', timeZone))
      .where('visit.planned_at', '<', instantAt(addDays(days.to, 1), '00:00', timeZone))
      .where('visit.status', 'in', statuses)
      .orderBy('visit.planned_at')
      .orderBy('visit.id')
      .limit(limit)
  return earliest(await inParallel(ofWhom(query.whose, planned, ofPlans)), 'planned_at', limit)
}

/**
 * Visits that were made on these days, whenever they were planned for. They are found along the index of those days: what
 * else they must be is said so that no database is led to begin with all that were ever made.
 */
export async function madeVisits(
  ctx: Context,
  { whose, days, limit }: Omit<PlannedQuery, 'statuses'>,
): Promise<Row[]> {
  const made = (): Found =>
    joined(ctx)
      .where('visit.visited_on', '>=', days.from)
      .where('visit.visited_on', '<=', days.to)
      .where(sql`coalesce(visit.status, '')`, '=', 'visited')
      .orderBy('visit.visited_on')
      .orderBy('visit.id')
      .limit(limit)
  return earliest(await inParallel(ofWhom(whose, made, ofMade)), 'visited_on', limit)
}

type Found = ReturnType<typeof joined>

const customerColumns = [
  'customer_code',
  'customer_name',
  'customer_phone',
  'street',
  'pin_code',
  'zone_code',
  'state_code',
  'pool_code',
  'station_code',
  'city_code',
  'soil_name',
  'visit_in_days',
  'last_visited',
  'last_visit_id',
]

const joined = (ctx: Context) => {
  for (const name of ['visit', 'customer', 'city', 'employee']) demand(ctx, 'read', name)
  const limit = within(ctx, 'customer', 'customer')
  return ctx.store.read
    .selectFrom('visit')
    .innerJoin('customer', 'customer.customer_code', 'visit.customer_code')
    .innerJoin('city', 'city.city_code', 'customer.city_code')
    .leftJoin('employee', 'employee.employee_number', 'visit.assigned_to')
    .select([
      ...customerColumns.map((column) => `customer.${column}`),
      'city.city_name',
      'employee.name as employee_name',
      'visit.id',
      'visit.visit_id',
      'visit.version',
      'visit.updated_at',
      'visit.status',
      'visit.planned_at',
      'visit.visited_on',
      'visit.contact_mode',
      'visit.remarks',
      'visit.assigned_to',
      'visit.stop_order',
    ])
    .$if(limit !== undefined, (visits) => visits.where(limit!.test()))
}

/** Two questions rather than one with an "or": each goes along an index of its own. */
function ofWhom(
  whose: Whose,
  visits: () => Found,
  { is, isNobody, doneBy }: Columns,
): (() => Promise<Row[]>)[] {
  if (!whose) return [() => visits().execute()]
  const { employee, account } = whose
  const own = employee === null ? [] : [() => visits().where(is(employee)).execute()]
  if (account === null) return own
  return [...own, () => visits().where(isNobody).where(doneBy, '=', account).execute()]
}

interface Columns {
  /** Assigned to that employee, and to nobody. */
  is: (employee: string) => RawBuilder<SqlBool>
  isNobody: RawBuilder<SqlBool>
  /** Who did it, where nobody was named. */
  doneBy: RawBuilder<unknown>
}

const ofPlans: Columns = {
  is: (employee) => sql`visit.assigned_to = ${employee}`,
  isNobody: sql`visit.assigned_to is null`,
  doneBy: sql.ref('visit.planned_by'),
}

const ofMade: Columns = {
  is: (employee) => sql`coalesce(visit.assigned_to, '') = ${employee}`,
  isNobody: sql`coalesce(visit.assigned_to, '') = ''`,
  // What came of a plan stays with whoever planned it.
  doneBy: sql`coalesce(visit.planned_by, visit.recorded_by)`,
}

function earliest(found: readonly Row[][], column: string, limit: number): Row[] {
  const rank = (row: Row): string => `${String(row[column])} ${String(row['id'])}`
  return found
    .flat()
    .toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))
    .slice(0, limit)
}
