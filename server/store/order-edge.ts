import { sql, type CompiledQuery } from 'kysely'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import { where } from './conditions.ts'
import type { Condition, Db, Dialect, Inside } from './dialect.ts'
import type { Directed } from './list-order.ts'
import { runPrepared } from './prepared.ts'
import { indexAlong } from './schema-of-catalogue.ts'

const keptFor = 60_000
const mostKept = 500
const kept = new WeakMap<Dialect, Map<string, { edge: Cell | undefined; readAt: number }>>()

/**
 * What is true of about the first so many records of an order: that they stand before the one that comes then. Nothing where
 * there are fewer, or no index gives the order. It need not be exact, so for a while it is not asked for again.
 */
export async function beforeEdge(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  { inside, start }: { inside: Inside | undefined; start: readonly Condition[] },
  orders: readonly Directed[],
  count: number,
): Promise<Condition | undefined> {
  const [{ order, descending }] = orders as [Directed]
  if (order.column === undefined) return undefined
  if (!indexAlong(entity, inside ? [inside.column, order.column] : [order.column])) return undefined
  const ahead = inside ? [inside, ...start] : start
  const way = descending ? 'desc' : 'asc'
  const build = (): CompiledQuery<unknown> =>
    where(db, entity, ahead)
      .select(sql<Cell>`${order.by}`.as('edge'))
      .orderBy(order.by, way)
      .offset(sql.lit(count))
      .limit(sql.lit(1))
      .compile()
  const name = ['edge', entity.name, order.name, way, count, ...ahead.map(({ shape }) => shape)].join(' ')
  const parameters = ahead.flatMap((each) => each.parameters)
  const read = async (): Promise<Cell | undefined> =>
    (await runPrepared(db, dialect, name, build, parameters))[0]?.['edge']
  const edge = await remembered(dialect, JSON.stringify([name, parameters]), read)
  if (edge === undefined) return undefined
  const than = sql.raw(descending ? '>=' : '<=')
  return { shape: 'before', parameters: [edge], test: () => sql`${order.by} ${than} ${edge}` }
}

async function remembered(
  dialect: Dialect,
  key: string,
  read: () => Promise<Cell | undefined>,
): Promise<Cell | undefined> {
  const ofDialect = kept.get(dialect) ?? new Map<string, { edge: Cell | undefined; readAt: number }>()
  kept.set(dialect, ofDialect)
  const known = ofDialect.get(key)
  const now = performance.now()
  if (known && now - known.readAt < keptFor) return known.edge
  const edge = await read()
  if (ofDialect.size >= mostKept) ofDialect.clear()
  ofDialect.set(key, { edge, readAt: now })
  return edge
}
