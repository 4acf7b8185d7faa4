import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { addDays } from '#domain/dates/dates.ts'
import { instantAt } from '#domain/dates/moments.ts'
import { invalid } from '#domain/problem.ts'
import { foldText } from '#domain/text.ts'
import type { Context } from '../core/context.ts'
import { territoryFilter } from '../core/territory-filter.ts'
import { requireRight, gate } from '../core/gate.ts'
import { inParallel } from '../base/in-parallel.ts'
import { ownEmployee } from '../assignments/own-employee.ts'
import type { Tables } from '../store/tables/tables.ts'
import { t } from '#domain/messages/t.ts'

/**
 * An owner's visits are those assigned to the employee and the unassigned ones the account planned. Null: all visits.
 */
export type VisitOwner = { employee: string | null; account: string | null } | null

/** `all`, `mine` or the number of an employee. */
export async function resolveVisitOwner(ctx: Context, ownerParam: string): Promise<VisitOwner> {
  requireRight(ctx, 'read', 'visit')
  if (ownerParam === 'all') return null
  if (ownerParam === 'mine') {
    const account = ctx.actor.kind === 'account' ? ctx.actor.id : null
    return { employee: await ownEmployee(ctx), account }
  }
  const employee = await gate(ctx, 'read', 'employee').find(ownerParam)
  if (!employee)
    throw invalid([
      {
        field: 'employee',
        message: t('There is no employee {number}: use an employee number, mine or all', {
          number: ownerParam,
        }),
      },
    ])
  const account = await ctx.store.read
    .selectFrom('account')
    .select('id')
    .where('email_key', '=', foldText(employee.email.trim()))
    .executeTakeFirst()
  return { employee: employee.employeeNumber, account: account ? account.id : null }
}

/** From midnight to midnight in the firm's time zone, both days included. */
export interface DayRange {
  from: string
  to: string
}

export interface PlannedQuery {
  owner: VisitOwner
  days: DayRange
  statuses: readonly Tables['visit']['status'][]
  limit: number
}

/** Visits planned for these days, ordered by time, with the name and address of their customer. */
export async function plannedVisits(ctx: Context, query: PlannedQuery): Promise<VisitWithCustomer[]> {
  const { days, statuses, limit } = query
  const { timeZone } = ctx.config
  const planned = (): VisitQuery =>
    visitsWithCustomer(ctx)
      .where('visit.planned_at', '>=', instantAt(days.from, '00:00', timeZone))
      .where('visit.planned_at', '<', instantAt(addDays(days.to, 1), '00:00', timeZone))
      .where('visit.status', 'in', statuses)
      .orderBy('visit.planned_at')
      .orderBy('visit.id')
      .limit(limit)
  return mergeEarliest(
    await inParallel(queriesByOwner(query.owner, planned, planColumns)),
    'planned_at',
    limit,
  )
}

/**
 * Visits made on these days, whichever day they were planned for. They are read through the index of `visited_on`; the
 * coalesce() keeps the planner from starting with the index of all visited ones.
 */
export async function madeVisits(
  ctx: Context,
  { owner, days, limit }: Omit<PlannedQuery, 'statuses'>,
): Promise<VisitWithCustomer[]> {
  const made = (): VisitQuery =>
    visitsWithCustomer(ctx)
      .where('visit.visited_on', '>=', days.from)
      .where('visit.visited_on', '<=', days.to)
      .where(sql`coalesce(visit.status, '')`, '=', 'visited')
      .orderBy('visit.visited_on')
      .orderBy('visit.id')
      .limit(limit)
  return mergeEarliest(await inParallel(queriesByOwner(owner, made, madeColumns)), 'visited_on', limit)
}

type VisitQuery = ReturnType<typeof visitsWithCustomer>
/** A visit with its employee, and the customer with its city. */
export type VisitWithCustomer = Awaited<ReturnType<VisitQuery['execute']>>[number]

const customerColumns = [
  'customer_code',
  'customer_name',
  'local_name',
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
  'credit_limit',
] as const

const visitsWithCustomer = (ctx: Context) => {
  for (const name of ['visit', 'customer', 'city', 'employee']) requireRight(ctx, 'read', name)
  const limit = territoryFilter(ctx, 'customer', 'customer')
  return (
    ctx.store.read
      .selectFrom('visit')
      .innerJoin('customer', 'customer.customer_code', 'visit.customer_code')
      .innerJoin('city', 'city.city_code', 'customer.city_code')
      .leftJoin('employee', 'employee.employee_number', 'visit.assigned_to')
      .select([
        ...customerColumns.map((column) => `customer.${column}` as const),
        'city.city_name',
        'city.local_name as city_local_name',
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
      // A visit with a customer is never unassigned.
      .$narrowType<{ status: Exclude<Tables['visit']['status'], 'unassigned'> }>()
  )
}

/** Two queries rather than one with an OR: each uses its own index. */
function queriesByOwner(
  owner: VisitOwner,
  visits: () => VisitQuery,
  { isAssignedTo, isUnassigned, actorColumn }: OwnerColumns,
): (() => Promise<VisitWithCustomer[]>)[] {
  if (!owner) return [() => visits().execute()]
  const { employee, account } = owner
  const own = employee === null ? [] : [() => visits().where(isAssignedTo(employee)).execute()]
  if (account === null) return own
  return [...own, () => visits().where(isUnassigned).where(actorColumn, '=', account).execute()]
}

interface OwnerColumns {
  /** Assigned to that employee, or not assigned. */
  isAssignedTo: (employee: string) => RawBuilder<SqlBool>
  isUnassigned: RawBuilder<SqlBool>
  /** The account of an unassigned visit. */
  actorColumn: RawBuilder<unknown>
}

const planColumns: OwnerColumns = {
  isAssignedTo: (employee) => sql`visit.assigned_to = ${employee}`,
  isUnassigned: sql`visit.assigned_to is null`,
  actorColumn: sql.ref('visit.planned_by'),
}

const madeColumns: OwnerColumns = {
  isAssignedTo: (employee) => sql`coalesce(visit.assigned_to, '') = ${employee}`,
  isUnassigned: sql`coalesce(visit.assigned_to, '') = ''`,
  // The result of a plan belongs to the account that planned it.
  actorColumn: sql`coalesce(visit.planned_by, visit.recorded_by)`,
}

function mergeEarliest(
  pages: readonly VisitWithCustomer[][],
  column: 'planned_at' | 'visited_on',
  limit: number,
): VisitWithCustomer[] {
  const rank = (row: VisitWithCustomer): string => `${row[column]} ${row.id}`
  return pages
    .flat()
    .toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))
    .slice(0, limit)
}
