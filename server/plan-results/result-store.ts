import { sql, type RawBuilder } from 'kysely'
import { addDays } from '#domain/dates/dates.ts'
import { instantAt } from '#domain/dates/moments.ts'
import type { PlannedFacts } from '#domain/visit-plans/plan-results.ts'
import { escapeLike } from '../store/query/like.ts'
import type { Condition, Db } from '../store/dialect.ts'
import type { Tables } from '../store/tables/tables.ts'

type Sql = RawBuilder<unknown>

/** The days that are compared, and what limits the visits. */
export interface ResultScope {
  from: string
  to: string
  today: string
  timeZone: string
  /** The visits in the scope of the account, unless it sees everything. */
  limit: Condition | undefined
  /** Customers in this part of the territory, by column. */
  territory: readonly { column: string; code: string }[]
  /** Only visits of this employee and of these accounts. */
  person?: { employee: string | null; accounts: readonly string[] }
}

/** Whose visit it is: an employee, or the account of one without an employee. */
interface Owner {
  employee: string | null
  account: string | null
  /** The others who took part, as JSON. */
  joined: string | null
}

export interface PlannedRow extends Owner {
  status: PlannedFacts['status']
  timing: number
  moved: number
  past: number
  reason: string | null
  visits: number
}

export interface UnplannedRow extends Owner {
  visits: number
}

const read = async <R>(db: Db, query: RawBuilder<R>): Promise<R[]> => (await query.execute(db)).rows

function customerCondition({ limit, territory }: ResultScope): Sql {
  const conditions: Sql[] = territory.map(
    ({ column, code }) => sql`${sql.ref(`customer.${column}`)} = ${code}`,
  )
  if (limit) conditions.push(limit.test())
  // The case expression keeps the database from starting with all customers of the scope instead of the visits of the days.
  return conditions.length > 0
    ? sql`case when ${sql.join(conditions, sql` and `)} then 1 else 0 end = 1`
    : sql`1 = 1`
}

const customerTable = ({ territory }: ResultScope): Sql =>
  territory.length > 0 ? sql`join customer on customer.customer_code = visit.customer_code` : sql``

function personCondition({ person }: ResultScope, account: Sql): Sql {
  if (!person) return sql`1 = 1`
  const { employee, accounts } = person
  const isOfAccount =
    accounts.length > 0
      ? sql`(visit.assigned_to is null and ${account} in (${sql.join(accounts)}))`
      : sql`1 = 0`
  if (employee === null) return sql`visit.assigned_to is null`
  const pattern = `%${escapeLike(JSON.stringify(employee))}%`
  return sql`(visit.assigned_to = ${employee} or ${isOfAccount} or visit.joined_by like ${pattern} escape '\\')`
}

/** A table with a row for each day, from its first instant to the first of the next. */
function daysTable({ from, to, timeZone }: ResultScope): Sql {
  const rows: Sql[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const [starts, ends] = [day, addDays(day, 1)].map((each) => instantAt(each, '00:00', timeZone))
    rows.push(sql`(${day}, ${starts}, ${ends})`)
  }
  return sql`days(day, starts, ends) as (values ${sql.join(rows)})`
}

const timing = sql`case when visit.visited_on is null or visit.visited_on = days.day then 0
  when visit.visited_on < days.day then -1 else 1 end`

const plannedAccount = sql`visit.planned_by`
// The result of a plan belongs to the account that planned it.
const madeAccount = sql`coalesce(visit.planned_by, visit.recorded_by)`

/** Plans by the day they count for: their own, or the first that was not kept. Each part reads one index, day by day. */
const plannedPart = (scope: ResultScope, column: 'planned_at' | 'moved_from', selection: Sql): Sql =>
  sql`select ${selection}
    from days cross join visit ${customerTable(scope)}
    where ${sql.ref(`visit.${column}`)} >= days.starts and ${sql.ref(`visit.${column}`)} < days.ends
      and ${column === 'planned_at' ? sql`visit.moved_from is null` : sql`visit.planned_at is not null`}
      and visit.status <> 'unassigned' and ${customerCondition(scope)} and ${personCondition(scope, plannedAccount)}`

/** The number of planned visits, by person, state and reason. */
export async function countPlanned(db: Db, scope: ResultScope): Promise<PlannedRow[]> {
  const startOfToday = instantAt(scope.today, '00:00', scope.timeZone)
  const selection = sql`visit.assigned_to as employee,
    case when visit.assigned_to is null then visit.planned_by end as account,
    visit.joined_by as joined, visit.status as status, ${timing} as timing,
    case when visit.moved_from is null then 0 else 1 end as moved,
    case when visit.planned_at < ${startOfToday} then 1 else 0 end as past,
    case when visit.status in ('missed', 'cancelled') then visit.reason end as reason`
  const rows = await read(
    db,
    sql<PlannedRow>`with ${daysTable(scope)}, planned as (
        ${plannedPart(scope, 'planned_at', selection)} union all ${plannedPart(scope, 'moved_from', selection)})
      select employee, account, joined, status, timing, moved, past, reason, count(*) as visits
      from planned group by employee, account, joined, status, timing, moved, past, reason`,
  )
  return rows.map((row) => ({ ...row, visits: Number(row.visits) }))
}

const isUnplanned = (scope: ResultScope): Sql =>
  sql`visit.visited_on >= ${scope.from} and visit.visited_on <= ${scope.to}
    and coalesce(visit.status, '') = 'visited' and coalesce(visit.planned_at, '') = ''
    and ${customerCondition(scope)} and ${personCondition(scope, madeAccount)}`

/** The number of visits made without a plan, by person. */
export async function countUnplanned(db: Db, scope: ResultScope): Promise<UnplannedRow[]> {
  const account = sql`case when visit.assigned_to is null then ${madeAccount} end`
  const rows = await read(
    db,
    sql<UnplannedRow>`select visit.assigned_to as employee, ${account} as account, visit.joined_by as joined, count(*) as visits
      from visit ${customerTable(scope)} where ${isUnplanned(scope)} group by visit.assigned_to, ${account}, visit.joined_by`,
  )
  return rows.map((row) => ({ ...row, visits: Number(row.visits) }))
}

type VisitColumns = Pick<
  Tables['visit'],
  'visit_id' | 'customer_code' | 'planned_at' | 'moved_from' | 'visited_on' | 'contact_mode' | 'reason'
>

export interface ComparedRow extends VisitColumns {
  account: string | null
  /** Null: without a plan. */
  day: string | null
  status: PlannedFacts['status']
  timing: number
}

/** The visits that are counted, by day; those of accounts may be of any person. */
export async function listCompared(db: Db, scope: ResultScope, limit: number): Promise<ComparedRow[]> {
  const columns = sql`visit.visit_id, visit.customer_code, visit.planned_at, visit.moved_from, visit.visited_on,
    visit.contact_mode, visit.reason, visit.status as status`
  const plannedBy = sql`case when visit.assigned_to is null then visit.planned_by end as account`
  const madeBy = sql`case when visit.assigned_to is null then ${madeAccount} end as account`
  const selection = sql`${columns}, ${plannedBy}, days.day as day, ${timing} as timing, days.day as sorted_by`
  return read(
    db,
    sql<ComparedRow>`with ${daysTable(scope)}, planned as (
        ${plannedPart(scope, 'planned_at', selection)} union all ${plannedPart(scope, 'moved_from', selection)}
        union all
        select ${columns}, ${madeBy}, null as day, 0 as timing, visit.visited_on as sorted_by
        from visit ${customerTable(scope)} where ${isUnplanned(scope)})
      select visit_id, customer_code, planned_at, moved_from, visited_on, contact_mode, reason, status, account, day, timing
      from planned order by sorted_by, visit_id limit ${limit}`,
  )
}

/** The employee of each account, by the e-mail address that both have. */
export async function employeesOfAccounts(
  db: Db,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (accounts.length === 0) return new Map()
  const rows = await db
    .selectFrom('account')
    .innerJoin('employee', (join) => join.on(sql`lower(employee.email)`, '=', sql.ref('account.email_key')))
    .select(['account.id', 'employee.employee_number'])
    .where('account.id', 'in', [...new Set(accounts)])
    .orderBy('employee.natural_key', 'desc')
    .execute()
  // Of several employees with the address, the first one remains.
  return new Map(rows.map((row) => [row.id, row.employee_number]))
}

/** The accounts of an employee. */
export async function accountsOfEmployee(db: Db, employee: string): Promise<string[]> {
  const rows = await db
    .selectFrom('employee')
    .innerJoin('account', (join) => join.on(sql`lower(employee.email)`, '=', sql.ref('account.email_key')))
    .select('account.id')
    .where('employee.employee_number', '=', employee)
    .execute()
  return rows.map(({ id }) => id)
}
