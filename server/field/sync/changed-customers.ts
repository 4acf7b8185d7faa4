import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../core/context.ts'
import { territoryFilter } from '../../core/territory-filter.ts'
import type { Changes } from '../../store/changes/change-log.ts'
import type { Db } from '../../store/dialect.ts'
import { forLongReads } from '../../store/long-reads.ts'
import { padToBucket } from '../../store/query/prepared.ts'
import { inParts } from '../../store/records/record-sets.ts'
import type { ScopeIds } from './scope-ids.ts'

/** The ids of customers that the changes concern, among those in scope. */
export async function changedCustomers(
  ctx: Context,
  db: Db,
  { keys, keysOf }: Changes,
  scopeIds: ScopeIds,
): Promise<Set<string>> {
  if (keys?.size === 0) return new Set()
  const inScope = scopeIds.all()
  const found = new Set<string>()
  const add = (rows: readonly { id: string }[]): void => {
    for (const { id } of rows) if (inScope.has(id)) found.add(id)
  }
  if (!keys) {
    const scope = territoryFilter(ctx, 'customer', 'customer')?.test() ?? sql`true`
    const columns = [
      ['customer', 'customer_code'],
      ['city', 'city_code'],
    ] as const
    for (const [subject, column] of columns) {
      const { rows } = await sql<{ id: string }>`select id from customer
        where ${sql.ref(`customer.${column}`)} in ${keysOf(subject)} and ${scope}`.execute(forLongReads(db))
      add(rows)
    }
    add(await customersOfPeople(db, inScope, keysOf('person')))
    return found
  }
  for (const part of inParts(keys.get('customer') ?? []))
    add(
      await db.selectFrom('customer').select('id').where('customer_code', 'in', padToBucket(part)).execute(),
    )
  for (const part of inParts(keys.get('city') ?? []))
    add(await db.selectFrom('customer').select('id').where('city_code', 'in', padToBucket(part)).execute())
  const people = keys.get('person') ?? []
  if (people.length > 0) add(await customersOfPeople(db, inScope, sql`(${sql.join(people)})`))
  return found
}

/** Those with a visit of one of these employees or accounts, whose names the pack contains. */
async function customersOfPeople(
  db: Db,
  inScope: ReadonlySet<string>,
  people: RawBuilder<unknown>,
): Promise<{ id: string }[]> {
  const found: { id: string }[] = []
  for (const part of inParts([...inScope])) {
    const { rows } = await sql<{ id: string }>`select distinct customer.id from customer
      join visit on visit.customer_code = customer.customer_code
      where customer.id in (${sql.join(padToBucket(part))})
      and (visit.assigned_to in ${people} or visit.recorded_by in ${people})`.execute(db)
    found.push(...rows)
  }
  return found
}
