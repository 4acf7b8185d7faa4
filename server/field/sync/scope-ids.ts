import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '../../core/context.ts'
import { territoryFilter } from '../../core/territory-filter.ts'
import type { Condition, Db } from '../../store/dialect.ts'
import { runPrepared } from '../../store/query/prepared.ts'
import type { PackReader } from './pack-reader.ts'

/** The maximum number of customers on a phone. */
export const maxCustomers = 5000

export interface ScopeIds {
  /** In order, separated by commas: mostly only compared with those of the last sync, which is why it is a text. */
  joined: string
  all: () => ReadonlySet<string>
  /** Whether there are more in scope. */
  isCut: boolean
}

const everyCustomer: Condition = { cacheKey: 'all', parameters: [], test: () => sql`true` }

/** The parts of the scope that an index answers; they may overlap. */
function partsOf(ctx: Context): readonly Condition[] {
  const scope = territoryFilter(ctx, 'customer', 'customer')
  return scope ? (scope.unionParts ?? scope.disjointParts ?? [scope]) : [everyCustomer]
}

/** The ids of the customers that the phone of this account holds. */
export async function readScopeIds(
  ctx: Context,
  db: Db,
  reader: PackReader,
  limit = maxCustomers,
): Promise<ScopeIds> {
  const joined = await allIds(ctx, db, partsOf(ctx), limit + 1)
  const isCut = joined.length >= (limit + 1) * (idLength + 1) - 1
  return asScope(isCut ? await firstIds(ctx, db, reader, limit) : joined, isCut)
}

const idLength = 36

/** A phone holds a retired customer only until its open plan is closed. */
const isLeftOut = sql<SqlBool>`customer.retired_on is not null and not exists (select 1 from visit
  where visit.customer_code = customer.customer_code and visit.status = 'planned')`

function asScope(joined: string, isCut: boolean): ScopeIds {
  let ids: ReadonlySet<string> | undefined
  return { joined, isCut, all: () => (ids ??= new Set(joined === '' ? [] : joined.split(','))) }
}

/** Thousands of rows would take longer to read than to find. */
async function allIds(ctx: Context, db: Db, parts: readonly Condition[], limit: number): Promise<string> {
  const selects = parts.map((part) => sql`select id from customer where ${part.test()}`)
  const build = () =>
    sql<{ ids: string | null }>`select string_agg(id, ',' order by id) as ids
      from (select id from (${sql.join(selects, sql` union `)}) as every
        where id not in (select customer.id from customer where ${isLeftOut})
        limit ${sql.lit(limit)}) as scope`.compile(db)
  const keys = parts.map(({ cacheKey }) => cacheKey).join('; ')
  const parameters = parts.flatMap((part) => part.parameters)
  const [row] = await runPrepared(db, ctx.store.dialect, `ids in scope ${limit} ${keys}`, build, parameters)
  return row?.ids ?? ''
}

/** The customers of the account and those it has planned first, then the others by due day. */
async function firstIds(ctx: Context, db: Db, reader: PackReader, limit: number): Promise<string> {
  const scope = territoryFilter(ctx, 'customer', 'customer')?.test() ?? sql<SqlBool>`true`
  const found = new Set<string>()
  const add = async (condition: RawBuilder<SqlBool>, order: RawBuilder<unknown>): Promise<void> => {
    if (found.size >= limit) return
    const { rows } = await sql<{
      id: string
    }>`select id from customer where ${condition} and ${scope} and not (${isLeftOut})
      order by ${order} limit ${sql.lit(limit)}`.execute(db)
    for (const { id } of rows) if (found.size < limit) found.add(id)
  }
  const { employee, account } = reader
  if (employee !== null) await add(sql`assigned_employee = ${employee}`, sql`due_day, id`)
  for (const owner of [employee, account])
    if (owner !== null) await add(sql`other_owner = ${owner}`, sql`due_day, id`)
  await add(sql`due_day is not null`, sql`due_day, id`)
  await add(sql`due_day is null`, sql`id`)
  return [...found].toSorted().join()
}
