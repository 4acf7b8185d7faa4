import { sql } from 'kysely'
import { can } from '#domain/access/policy.ts'
import type { DuplicatePair, DuplicatePairs } from '#domain/api/records/duplicate-pairs.ts'
import { entities, type RecordNamed } from '#domain/catalogue/catalogue.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import { referrersOf } from '#domain/catalogue/referrers.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { maskFields, sensitiveFields } from '#domain/mask.ts'
import type { Context } from '../core/context.ts'
import { gate } from '../core/gate.ts'
import { referenceNames } from '../records/reference-names.ts'

type Customer = RecordNamed<'customer'>

/** The customers with these ids; sensitive fields are masked, as on the page of a customer. */
export async function readCustomers(
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Customer>> {
  const records = gate(ctx, 'read', 'customer')
  const sensitive = sensitiveFields(entities.customer)
  const found = await Promise.all(ids.map((id) => records.find(id)))
  return new Map(
    found.flatMap((customer) => (customer ? [[customer.id, maskFields(customer, sensitive)] as const] : [])),
  )
}

/** How many visits, balances and other records refer to each customer. */
export async function countUses(
  ctx: Context,
  customers: readonly Customer[],
): Promise<Record<string, Record<string, number>>> {
  const ids = new Map(customers.map(({ Customer_Code, id }) => [Customer_Code, id]))
  const uses: Record<string, Record<string, number>> = {}
  if (ids.size === 0) return uses
  for (const { entity, name } of referrersOf(entities.customer)) {
    if (!can(ctx.actor, 'read', entity.name).allowed) continue
    const column = sql.ref(columnName(name))
    const { rows } = await sql<{ code: string; count: number | string }>`
      select ${column} as code, count(*) as count from ${sql.table(tableOf(entity))}
      where ${column} in (${sql.join([...ids.keys()])}) group by ${column}`.execute(ctx.store.read)
    for (const { code, count } of rows) {
      const ofCustomer = (uses[ids.get(code)!] ??= {})
      ofCustomer[entity.name] = Number(count)
    }
  }
  return uses
}

/** The names of the cities and stations of the pairs. */
export async function placeNames(
  ctx: Context,
  pairs: readonly DuplicatePair[],
): Promise<DuplicatePairs['names']> {
  const places = pairs
    .flatMap(({ one, other }) => [one, other])
    .map(({ City_Code, Station_Code }) => ({ City_Code, Station_Code }))
  const { City_Code = {}, Station_Code = {} } = await referenceNames(ctx, entities.customer, places)
  return { City_Code, Station_Code }
}
