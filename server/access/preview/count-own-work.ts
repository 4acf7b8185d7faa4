import { sql } from 'kysely'
import type { Access } from '#domain/access/actor.ts'
import { levels, type Level, type OwnWork, type TerritoryNode } from '#domain/access/rights.ts'
import type { Db } from '../../store/dialect.ts'
import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import { inParts } from '../../store/records/record-sets.ts'
import type { Tables } from '../../store/tables/tables.ts'

/** How many customers outside the visible places are seen because of an assignment or an open plan. */
export interface OwnWorkCounts {
  assigned: number
  /** Customers with an open plan that are not assigned to these employees. */
  planned: number
}

type VisibleScope = Pick<Access, 'scope' | 'ownWork'>

/** Small, because an employee may have thousands of customers; other requests run between two reads. */
const employeesPerRead = 25
const accountsPerRead = 500

const places = levels.map((level) => `customer.${level}_code` as const)

/**
 * Counts per scope. A customer is assigned to one employee on a day and has one open plan, so the counts of employees can be
 * added.
 */
export async function countOwnWork(
  db: Db,
  all: readonly VisibleScope[],
  today: string,
): Promise<(seen: VisibleScope) => OwnWorkCounts> {
  const works = all.flatMap(({ scope, ownWork }) => (scope === 'everything' || !ownWork ? [] : [ownWork]))
  const assigned = await assignedTo(db, distinct(works.flatMap(({ employees }) => employees)), today)
  const plans = await plansOf(db, works, today)
  return ({ scope, ownWork }) => {
    if (scope === 'everything' || !ownWork) return { assigned: 0, planned: 0 }
    const employees = new Set(ownWork.employees)
    const isOutside = (row: WorkCount): boolean => !scope.some((place) => liesIn(row, place))
    const assignedRows = ownWork.employees.flatMap((employee) => assigned.get(employee) ?? [])
    const planned = [...ownWork.employees, ...ownWork.accounts].flatMap((owner) => plans.get(owner) ?? [])
    return {
      assigned: sum(assignedRows.filter(isOutside)),
      planned: sum(planned.filter((row) => isOutside(row) && !employees.has(row.employee ?? ''))),
    }
  }
}

/** The customers of an employee or an account, counted by place. */
interface WorkCount extends Pick<Tables['customer'], `${Level}_code`> {
  owner: string | null
  /** The employee to whom the customer is assigned. */
  employee?: string | null
  count: number
}

const distinct = (names: readonly string[]): string[] => [...new Set(names)].toSorted()

const sum = (rows: readonly WorkCount[]): number => rows.reduce((total, row) => total + row.count, 0)

const liesIn = (row: WorkCount, { level, code }: TerritoryNode): boolean => row[`${level}_code`] === code

async function assignedTo(
  db: Db,
  employees: readonly string[],
  today: string,
): Promise<ReadonlyMap<string | null, WorkCount[]>> {
  const found: WorkCount[] = []
  for (const part of inParts(employees, employeesPerRead)) {
    const rows = await db
      .selectFrom('assignment')
      .innerJoin('customer', 'customer.customer_code', 'assignment.customer_code')
      .select(['assignment.employee_number as owner', ...places])
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('assignment.employee_number', 'in', part)
      .where('from_day', '<=', today)
      .where((is) => is.or([is('until_day', 'is', null), is('until_day', '>=', today)]))
      .groupBy(['assignment.employee_number', ...places])
      .execute()
    found.push(...rows)
    await yieldToEventLoop()
  }
  return Map.groupBy(found, (row) => row.owner)
}

/** The customers with an open plan, by the employee it names or else by the account that made it. */
async function plansOf(
  db: Db,
  works: readonly OwnWork[],
  today: string,
): Promise<ReadonlyMap<string | null, WorkCount[]>> {
  const found: WorkCount[] = []
  const read = async (owner: 'assigned_to' | 'planned_by', owners: readonly string[]): Promise<void> => {
    for (const part of inParts(owners, accountsPerRead)) {
      let query = db
        .selectFrom('visit')
        .innerJoin('customer', 'customer.customer_code', 'visit.customer_code')
        .leftJoin('assignment', (join) =>
          join
            .onRef('assignment.customer_code', '=', 'visit.customer_code')
            .on('assignment.from_day', '<=', today)
            .on((on) => on.or([on('until_day', 'is', null), on('until_day', '>=', today)])),
        )
        .select([`visit.${owner} as owner`, 'assignment.employee_number as employee', ...places])
        .select(sql<number>`1`.as('count'))
        .where('visit.status', '=', 'planned')
        .where(`visit.${owner}`, 'in', part)
      if (owner === 'planned_by') query = query.where('visit.assigned_to', 'is', null)
      found.push(...(await query.execute()))
      await yieldToEventLoop()
    }
  }
  await read('assigned_to', distinct(works.flatMap(({ employees }) => employees)))
  await read('planned_by', distinct(works.flatMap(({ accounts }) => accounts)))
  return Map.groupBy(found, (row) => row.owner)
}
