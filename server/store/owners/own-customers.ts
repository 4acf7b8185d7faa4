import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { OwnWork } from '#domain/access/rights.ts'
import { severalOwners } from './customer-owners.ts'
import type { Condition, DisjointPart } from '../dialect.ts'
import { padToBucket } from '../query/prepared.ts'

/** More parts than this are not read one by one. */
const maxParts = 16

const several = sql.lit(severalOwners)

/**
 * Matches customers that are assigned to one of these employees on the day, or that have an open plan of theirs; also as
 * disjoint parts. Undefined if there are no employees. `table` is the table name or alias of the customers.
 */
export function ofOwners(work: OwnWork, day: string, table: string): Condition | undefined {
  const owners = [...work.employees, ...work.accounts]
  if (owners.length === 0) return undefined
  const assigned =
    work.employees.length > 0 ? isOwnedByAny(table, 'assigned_employee', work.employees) : undefined
  const others = either(isOwnedByAny(table, 'other_owner', owners), isAmongSeveral(work, day, table))
  const disjointParts = disjointPartsOf(work, table, {
    assigned,
    others,
    several: isAmongSeveral(work, day, table),
  })
  const unionParts = [
    ...(assigned ? [assigned] : []),
    isOwnedByAny(table, 'other_owner', owners),
    isAmongSeveral(work, day, table),
  ]
  return { ...(assigned ? either(assigned, others) : others), disjointParts, unionParts }
}

interface OwnerConditions {
  assigned: Condition | undefined
  others: Condition
  several: Condition
}

/** One part per owner, each an index scan; if there are too many, the database collects the customers of all owners. */
function disjointPartsOf(
  work: OwnWork,
  table: string,
  { assigned, others, several: rest }: OwnerConditions,
): DisjointPart[] {
  const unlessAssigned = (part: DisjointPart): DisjointPart => (assigned ? without(part, assigned) : part)
  const owners = [...new Set([...work.employees, ...work.accounts])].filter(
    (owner) => owner !== severalOwners,
  )
  if (work.employees.length + owners.length >= maxParts)
    return [...(assigned ? [assigned] : []), unlessAssigned(others)]
  return [
    ...[...new Set(work.employees)].map((employee) => isOwnedBy(table, 'assigned_employee', employee)),
    ...owners.map((owner) => unlessAssigned(isOwnedBy(table, 'other_owner', owner))),
    unlessAssigned({ ...rest, column: 'other_owner' }),
  ]
}

const isOwnedBy = (table: string, column: string, owner: string): DisjointPart => ({
  column,
  cacheKey: `${table} ${column}`,
  parameters: [owner],
  test: () => sql`${sql.ref(`${table}.${column}`)} = ${owner}`,
})

function isOwnedByAny(table: string, column: string, owners: readonly string[]): Condition {
  // An owner with the same code as the marker is found through the assignments and visits.
  const known = column === 'other_owner' ? owners.filter((owner) => owner !== severalOwners) : owners
  const values = padToBucket(known)
  return {
    cacheKey: `${table} ${column} ${values.length}`,
    parameters: values,
    test: () =>
      values.length > 0 ? sql`${sql.ref(`${table}.${column}`)} in (${sql.join(values)})` : sql`false`,
  }
}

/** For the few customers with several other owners, reads the assignments and visits. */
function isAmongSeveral(work: OwnWork, day: string, table: string): Condition {
  const [employees, accounts] = [padToBucket(work.employees), padToBucket(work.accounts)]
  const [column, code] = [sql.ref(`${table}.other_owner`), sql.ref(`${table}.customer_code`)]
  const tests: RawBuilder<SqlBool>[] = []
  if (employees.length > 0)
    tests.push(
      sql`exists (select 1 from assignment as given where given.customer_code = ${code}
        and given.employee_number in (${sql.join(employees)})
        and given.from_day <= ${day} and (given.until_day is null or given.until_day >= ${day}))`,
      sql`exists (select 1 from visit as plan where plan.customer_code = ${code} and plan.status = 'planned'
        and plan.assigned_to in (${sql.join(employees)}))`,
    )
  if (accounts.length > 0)
    tests.push(
      sql`exists (select 1 from visit as plan where plan.customer_code = ${code} and plan.status = 'planned'
        and plan.assigned_to is null and plan.planned_by in (${sql.join(accounts)}))`,
    )
  return {
    cacheKey: `${table} several ${employees.length} ${accounts.length}`,
    parameters: [...(employees.length > 0 ? [...employees, day, day, ...employees] : []), ...accounts],
    test: () => sql`(${column} = ${several} and (${sql.join(tests, sql` or `)}))`,
  }
}

/** Matches either of two conditions. */
export const either = (one: Condition, other: Condition): Condition => ({
  cacheKey: `${one.cacheKey} or ${other.cacheKey}`,
  parameters: [...one.parameters, ...other.parameters],
  test: () => sql`(${one.test()} or ${other.test()})`,
})

/** Matches the first condition but not the second. */
export const without = ({ column, ...one }: DisjointPart, other: Condition): DisjointPart => ({
  ...(column !== undefined && { column }),
  cacheKey: `${one.cacheKey} without ${other.cacheKey}`,
  parameters: [...one.parameters, ...other.parameters],
  test: () => sql`(${one.test()} and (${other.test()}) is not true)`,
})
