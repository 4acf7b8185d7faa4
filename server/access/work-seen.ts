import { sql } from 'kysely'
import type { Access } from '#domain/access/actor.ts'
import { levels, type OwnWork, type Place } from '#domain/access/rights.ts'
import type { Db, Row } from '../store/dialect.ts'
import { letOthersIn } from '../store/let-others-in.ts'
import { inParts } from '../store/record-sets.ts'

/** How many customers are seen because of whose they are, of those that lie outside the places that are seen. */
export interface WorkSeen {
  assigned: number
  /** Those with an open plan who are assigned to nobody of these employees. */
  planned: number
}

type Seen = Pick<Access, 'scope' | 'ownWork'>

/** An employee may look after thousands of customers: others are served between these. */
const employeesAtOnce = 25
const accountsAtOnce = 500

const places = levels.map((level) => `customer.${level}_code`)

/**
 * What the employees of each of these bring. A customer is assigned to one employee a day and has one open plan, so what
 * is counted for each employee can be added up.
 */
export async function workSeen(
  db: Db,
  all: readonly Seen[],
  today: string,
): Promise<(seen: Seen) => WorkSeen> {
  const works = all.flatMap(({ scope, ownWork }) => (scope === 'everything' || !ownWork ? [] : [ownWork]))
  const assigned = await assignedTo(db, distinct(works.flatMap(({ employees }) => employees)), today)
  const plans = await plansOf(db, works, today)
  return ({ scope, ownWork }) => {
    if (scope === 'everything' || !ownWork) return { assigned: 0, planned: 0 }
    const employees = new Set(ownWork.employees)
    const isOutside = (row: Row): boolean => !scope.some((place) => liesIn(row, place))
    const looked = ownWork.employees.flatMap((employee) => assigned.get(employee) ?? [])
    const planned = [...ownWork.employees, ...ownWork.accounts].flatMap((owner) => plans.get(owner) ?? [])
    return {
      assigned: sum(looked.filter(isOutside)),
      planned: sum(planned.filter((row) => isOutside(row) && !employees.has(String(row['employee'])))),
    }
  }
}

const distinct = (names: readonly string[]): string[] => [...new Set(names)].toSorted()

const sum = (rows: readonly Row[]): number => rows.reduce((total, row) => total + Number(row['count']), 0)

const liesIn = (row: Row, { level, code }: Place): boolean => row[`${level}_code`] === code

async function assignedTo(
  db: Db,
  employees: readonly string[],
  today: string,
): Promise<ReadonlyMap<string, Row[]>> {
  const found: Row[] = []
  for (const part of inParts(employees, employeesAtOnce)) {
    const rows = await db
      .selectFrom('assignment')
      .innerJoin('customer', 'customer.customer_code', 'assignment.customer_code')
      .select(['assignment.employee_number as owner', ...places])
      .select(({ fn }) => fn.countAll().as('count'))
      .where('assignment.employee_number', 'in', part)
      .where('from_day', '<=', today)
      .where((is) => is.or([is('until_day', 'is', null), is('until_day', '>=', today)]))
      .groupBy(['assignment.employee_number', ...places])
      .execute()
    for (const row of rows) found.push(row as Row)
    await letOthersIn()
  }
  return Map.groupBy(found, (row) => String(row['owner']))
}

/** The customers with an open plan, by the employee it names or else by the account that made it. */
async function plansOf(
  db: Db,
  works: readonly OwnWork[],
  today: string,
): Promise<ReadonlyMap<string, Row[]>> {
  const found: Row[] = []
  const read = async (owner: 'assigned_to' | 'planned_by', owners: readonly string[]): Promise<void> => {
    for (const part of inParts(owners, accountsAtOnce)) {
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
      for (const row of await query.execute()) found.push(row as Row)
      await letOthersIn()
    }
  }
  await read('assigned_to', distinct(works.flatMap(({ employees }) => employees)))
  await read('planned_by', distinct(works.flatMap(({ accounts }) => accounts)))
  return Map.groupBy(found, (row) => String(row['owner']))
}
