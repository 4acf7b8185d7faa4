import type { Entity } from '#domain/catalogue/entity.ts'
import type { Db, Dialect } from './dialect.ts'

/** Milliseconds that one statement of a long read may take. */
export const longReadLimit = 5000

/** So many comparisons of a row with a test are over in a moment; whatever may need more of them is a long read. */
const quickTests = 10_000
const sizesKeptFor = 60_000

export interface LongReads {
  db: Db
  quickTests: number
  sizes: Map<string, { rows: number; readAt: number }>
}

/**
 * Reads whose cost no index bounds are run elsewhere: on SQLite in a process of their own, on PostgreSQL over connections
 * of their own; in both cases with a time limit, few at once, shared out among callers, and stopped when the client hangs up.
 */
const longReadsOf = new WeakMap<Db, LongReads>()

export function setLongReads(db: Db, long: Db, most = quickTests): void {
  longReadsOf.set(db, { db: long, quickTests: most, sizes: new Map() })
}

/** Where such a read is run; the database itself inside a transaction and wherever nobody else is served. */
export const forLongReads = (db: Db): Db => longReadsOf.get(db)?.db ?? db

export const hasLongReads = (db: Db): boolean => longReadsOf.has(db)

/** Where to look at every record of a table, with so many tests for each. */
export async function readerFor(db: Db, dialect: Dialect, entity: Entity, tests = 1): Promise<Db> {
  return (await isQuick(db, dialect, entity, tests)) ? db : forLongReads(db)
}

export async function isQuick(db: Db, dialect: Dialect, entity: Entity, tests: number): Promise<boolean> {
  const long = longReadsOf.get(db)
  if (!long) return true
  const known = long.sizes.get(entity.table)
  const now = performance.now()
  if (known && now - known.readAt < sizesKeptFor) return known.rows * tests < long.quickTests
  const rows = await dialect.aboutRows(db, entity.table)
  long.sizes.set(entity.table, { rows, readAt: now })
  return rows * tests < long.quickTests
}
