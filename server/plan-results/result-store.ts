import { sql, type RawBuilder } from 'kysely'
import { addDays } from '#domain/dates/dates.ts'
import { instantAt } from '#domain/dates/moments.ts'
import { maxPlanDays } from '#domain/planning/period.ts'
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
  /** The stops of agreed work plans are compared as well, those of customers in the scope of the account. */
  stops?: { limit: Condition | undefined }
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

/** A row for each day, from its first instant to the first of the next. */
function dayRows({ from, to, timeZone }: Pick<ResultScope, 'from' | 'to' | 'timeZone'>): Sql {
  const rows: Sql[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const [starts, ends] = [day, addDays(day, 1)].map((each) => instantAt(each, '00:00', timeZone))
    rows.push(sql`(${day}, ${starts}, ${ends})`)
  }
  return sql.join(rows)
}

const daysTable = (scope: ResultScope): Sql => sql`days(day, starts, ends) as (values ${dayRows(scope)})`

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

/**
 * The stops of approved and accepted work plans that no planned visit counts for: the plan was not accepted, or the visit was
 * deleted. `made` is the first visit without a plan that the employee made to the customer in the time of the plan.
 */
function agreedTable(scope: ResultScope): Sql {
  const { from, to, timeZone, territory, person, stops } = scope
  const conditions: Sql[] = territory.map(
    ({ column, code }) => sql`${sql.ref(`customer.${column}`)} = ${code}`,
  )
  if (stops?.limit) conditions.push(stops.limit.test())
  if (!stops || person?.employee === null) conditions.push(sql`1 = 0`)
  else if (person) conditions.push(sql`work_plan.employee_number = ${person.employee}`)
  const around = dayRows({ from: addDays(from, -maxPlanDays), to: addDays(to, maxPlanDays), timeZone })
  const isOn = (column: Sql): Sql => sql`(${column} >= around.starts and ${column} < around.ends)`
  return sql`around(day, starts, ends) as (values ${around}),
    agreed as (
      select work_plan.employee_number, work_plan_stop.customer_code, around.day,
        (select made.visit_id from visit made
          where made.customer_code = work_plan_stop.customer_code and made.status = 'visited' and made.planned_at is null
            and made.visited_on >= work_plan.from_date and made.visited_on <= work_plan.to_date
            and (made.assigned_to = work_plan.employee_number or (made.assigned_to is null and made.recorded_by in (
              select account.id from account join employee on lower(employee.email) = account.email_key
              where employee.employee_number = work_plan.employee_number)))
          order by made.visited_on, made.visit_id limit 1) as made
      from work_plan join work_plan_stop on work_plan_stop.plan_id = work_plan.plan_id
        join around on around.day = work_plan_stop.visit_date
        join customer on customer.customer_code = work_plan_stop.customer_code
      where work_plan.state in ('approved', 'accepted') and work_plan.from_date <= ${to} and work_plan.to_date >= ${from}
        and ${sql.join([sql`1 = 1`, ...conditions], sql` and `)}
        and not exists (select 1 from visit other where other.customer_code = work_plan_stop.customer_code
          and other.status <> 'unassigned'
          and (${isOn(sql`other.planned_at`)} or ${isOn(sql`other.moved_from`)})))`
}

/** The stops of the days, each with the visit that was made instead of a planned one. */
const agreedPart = ({ from, to }: ResultScope, selection: Sql): Sql =>
  sql`select ${selection} from agreed left join visit on visit.visit_id = agreed.made
    where agreed.day >= ${from} and agreed.day <= ${to}`

const agreedStatus = sql`case when visit.visit_id is null then 'planned' else 'visited' end`
const agreedTiming = sql`case when visit.visited_on is null or visit.visited_on = agreed.day then 0
  when visit.visited_on < agreed.day then -1 else 1 end`
const noText = sql`cast(null as text)`

/** The number of planned visits, by person, state and reason. */
export async function countPlanned(db: Db, scope: ResultScope): Promise<PlannedRow[]> {
  const startOfToday = instantAt(scope.today, '00:00', scope.timeZone)
  const selection = sql`visit.assigned_to as employee,
    case when visit.assigned_to is null then visit.planned_by end as account,
    visit.joined_by as joined, visit.status as status, ${timing} as timing,
    case when visit.moved_from is null then 0 else 1 end as moved,
    case when visit.planned_at < ${startOfToday} then 1 else 0 end as past,
    case when visit.status in ('missed', 'cancelled') then visit.reason end as reason`
  const ofStop = sql`agreed.employee_number as employee, ${noText} as account, ${noText} as joined,
    ${agreedStatus} as status, ${agreedTiming} as timing, 0 as moved,
    case when agreed.day < ${scope.today} then 1 else 0 end as past, ${noText} as reason`
  const rows = await read(
    db,
    sql<PlannedRow>`with ${daysTable(scope)}, ${agreedTable(scope)}, planned as (
        ${plannedPart(scope, 'planned_at', selection)} union all ${plannedPart(scope, 'moved_from', selection)}
        union all ${agreedPart(scope, ofStop)})
      select employee, account, joined, status, timing, moved, past, reason, count(*) as visits
      from planned group by employee, account, joined, status, timing, moved, past, reason`,
  )
  return rows.map((row) => ({ ...row, visits: Number(row.visits) }))
}

const isUnplanned = (scope: ResultScope): Sql =>
  sql`visit.visited_on >= ${scope.from} and visit.visited_on <= ${scope.to}
    and coalesce(visit.status, '') = 'visited' and coalesce(visit.planned_at, '') = ''
    and ${customerCondition(scope)} and ${personCondition(scope, madeAccount)}
    and visit.visit_id not in (select made from agreed where made is not null)`

/** The number of visits made without a plan, by person. */
export async function countUnplanned(db: Db, scope: ResultScope): Promise<UnplannedRow[]> {
  const account = sql`case when visit.assigned_to is null then ${madeAccount} end`
  const rows = await read(
    db,
    sql<UnplannedRow>`with ${agreedTable(scope)}
      select visit.assigned_to as employee, ${account} as account, visit.joined_by as joined, count(*) as visits
      from visit ${customerTable(scope)} where ${isUnplanned(scope)} group by visit.assigned_to, ${account}, visit.joined_by`,
  )
  return rows.map((row) => ({ ...row, visits: Number(row.visits) }))
}

type VisitColumns = Pick<
  Tables['visit'],
  'customer_code' | 'planned_at' | 'moved_from' | 'visited_on' | 'contact_mode' | 'reason'
>

export interface ComparedRow extends VisitColumns {
  /** Null: a stop of a work plan that no visit was planned for. */
  visit_id: string | null
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
  const ofStop = sql`visit.visit_id, agreed.customer_code, ${noText} as planned_at, ${noText} as moved_from, visit.visited_on,
    visit.contact_mode, ${noText} as reason, ${agreedStatus} as status, ${noText} as account, agreed.day as day,
    ${agreedTiming} as timing, agreed.day as sorted_by`
  return read(
    db,
    sql<ComparedRow>`with ${daysTable(scope)}, ${agreedTable(scope)}, planned as (
        ${plannedPart(scope, 'planned_at', selection)} union all ${plannedPart(scope, 'moved_from', selection)}
        union all ${agreedPart(scope, ofStop)} union all
        select ${columns}, ${madeBy}, null as day, 0 as timing, visit.visited_on as sorted_by
        from visit ${customerTable(scope)} where ${isUnplanned(scope)})
      select visit_id, customer_code, planned_at, moved_from, visited_on, contact_mode, reason, status, account, day, timing
      from planned order by sorted_by, coalesce(visit_id, ''), customer_code limit ${limit}`,
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
