import { sql, type CompiledQuery } from 'kysely'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import { where } from './conditions.ts'
import type { Condition, Db, Dialect, Partition } from '../dialect.ts'
import type { DirectedOrder } from './list-order.ts'
import { runPrepared } from './prepared.ts'
import { indexForOrder } from '../schema/schema-of-catalogue.ts'

const ttl = 60_000
const maxCached = 500
const cache = new WeakMap<Dialect, Map<string, { bound: Cell | undefined; readAt: number }>>()

/**
 * A condition that about the first `count` records of an order match: an upper bound of the sort value. Undefined if there are
 * fewer, or no index returns the order. The bound need not be exact, so it is cached.
 */
export async function orderPrefix(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  { partition, start }: { partition: Partition | undefined; start: readonly Condition[] },
  orders: readonly DirectedOrder[],
  count: number,
): Promise<Condition | undefined> {
  const [first] = orders
  if (!first) return undefined
  const { order, descending } = first
  if (order.column === undefined) return undefined
  if (!indexForOrder(entity, partition ? [partition.column, order.column] : [order.column])) return undefined
  const startConditions = partition ? [partition, ...start] : start
  const direction = descending ? 'desc' : 'asc'
  const build = (): CompiledQuery<{ edge: Cell }> =>
    where(db, entity, startConditions)
      .select(sql<Cell>`${order.by}`.as('edge'))
      .orderBy(order.by, direction)
      .offset(sql.lit(count))
      .limit(sql.lit(1))
      .compile()
  const name = [
    'edge',
    entity.name,
    order.name,
    direction,
    count,
    ...startConditions.map(({ cacheKey }) => cacheKey),
  ].join(' ')
  const parameters = startConditions.flatMap((each) => each.parameters)
  const read = async (): Promise<Cell | undefined> =>
    (await runPrepared(db, dialect, name, build, parameters))[0]?.edge
  const bound = await readCached(dialect, JSON.stringify([name, parameters]), read)
  if (bound === undefined) return undefined
  const than = sql.raw(descending ? '>=' : '<=')
  return { cacheKey: 'before', parameters: [bound], test: () => sql`${order.by} ${than} ${bound}` }
}

async function readCached(
  dialect: Dialect,
  key: string,
  read: () => Promise<Cell | undefined>,
): Promise<Cell | undefined> {
  const cached = cache.get(dialect) ?? new Map<string, { bound: Cell | undefined; readAt: number }>()
  cache.set(dialect, cached)
  const entry = cached.get(key)
  const now = performance.now()
  if (entry && now - entry.readAt < ttl) return entry.bound
  const bound = await read()
  if (cached.size >= maxCached) cached.clear()
  cached.set(key, { bound, readAt: now })
  return bound
}
