import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import type { Condition, Db, Dialect } from './dialect.ts'
import { runPrepared } from './prepared.ts'

/** From this many on, going along an order finds a page sooner than collecting all of them and sorting. */
const many = 2000
const keptFor = 60_000
const mostKept = 1000
const kept = new WeakMap<Dialect, Map<string, { isMany: boolean; readAt: number }>>()

/**
 * Parts of a list, each as it is best asked for. Where the database knows the sizes of its tables from statistics it
 * chooses by itself; SQLite takes any list of values to be short.
 */
export async function bestAsked(
  db: Db,
  dialect: Dialect,
  parts: readonly Condition[],
): Promise<readonly Condition[]> {
  if (dialect.startsFromFewer || !parts.some(({ named }) => named)) return parts
  return Promise.all(
    parts.map(async (part) => (part.named && (await areMany(db, dialect, part)) ? part.named.walked : part)),
  )
}

/** It need not be exact, so for a while it is not asked for again. */
async function areMany(db: Db, dialect: Dialect, { shape, named }: Condition): Promise<boolean> {
  const { rows, parameters } = named!
  const ofDialect = kept.get(dialect) ?? new Map<string, { isMany: boolean; readAt: number }>()
  kept.set(dialect, ofDialect)
  const key = JSON.stringify([shape, parameters])
  const known = ofDialect.get(key)
  const now = performance.now()
  if (known && now - known.readAt < keptFor) return known.isMany
  const build = (): CompiledQuery<unknown> =>
    sql`select count(*) as named from (${rows()} limit ${sql.lit(many)}) as found`.compile(db)
  const [row] = await runPrepared(db, dialect, `named by ${shape}`, build, parameters)
  const isMany = Number(row!['named']) >= many
  if (ofDialect.size >= mostKept) ofDialect.clear()
  ofDialect.set(key, { isMany, readAt: now })
  return isMany
}

/**
 * The conditions of everything that matches, in parts that are counted one by one. PostgreSQL reads the whole table for
 * "in these places or named by those rows"; SQLite goes along an index for each by itself.
 */
export function countedApart(
  dialect: Dialect,
  within: Condition | undefined,
  conditions: readonly Condition[],
): (readonly Condition[])[] {
  const apart = dialect.isEmbedded || conditions[0] !== within ? undefined : within?.apart
  if (!apart?.some(({ named }) => named)) return [conditions]
  return apart.map((part) => [part, ...conditions.slice(1)])
}

/** Where a part of a list is read from. SQLite would go along the order of the list if it were not told the index. */
export const tableOfPart = (dialect: Dialect, table: string, { named }: Condition): RawBuilder<unknown> =>
  named && dialect.isEmbedded ? sql`${sql.table(table)} indexed by ${sql.ref(named.index)}` : sql.table(table)
