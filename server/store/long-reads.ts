import type { Entity } from '#domain/catalogue/entity.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import type { Db, Dialect } from './dialect.ts'

/** Statement timeout of a long read, in milliseconds. */
export const longReadTimeout = 5000

/** Row comparisons that are fast; a read that may need more of them is a long read. */
const quickTests = 10_000
const sizeTtl = 60_000

export interface LongReads {
  db: Db
  quickTests: number
  sizes: Map<string, { rows: number; readAt: number }>
}

/**
 * Reads whose cost no index bounds run in a process of their own on SQLite, and on connections of their own on PostgreSQL; on
 * both with a timeout, a few at once, shared between callers, and cancelled when the client disconnects.
 */
const longReadsOf = new WeakMap<Db, LongReads>()

export function setLongReads(db: Db, long: Db, maxTests = quickTests): void {
  longReadsOf.set(db, { db: long, quickTests: maxTests, sizes: new Map() })
}

/** The connection for long reads; the database itself inside a transaction, and where no other requests are served. */
export const forLongReads = (db: Db): Db => longReadsOf.get(db)?.db ?? db

export const hasLongReads = (db: Db): boolean => longReadsOf.has(db)

/** The connection for reading all records of a table, with this many tests for each. */
export async function readerFor(db: Db, dialect: Dialect, entity: Entity, tests = 1): Promise<Db> {
  return (await isQuick(db, dialect, entity, tests)) ? db : forLongReads(db)
}

export async function isQuick(db: Db, dialect: Dialect, entity: Entity, tests: number): Promise<boolean> {
  const long = longReadsOf.get(db)
  if (!long) return true
  const cached = long.sizes.get(tableOf(entity))
  const now = performance.now()
  if (cached && now - cached.readAt < sizeTtl) return cached.rows * tests < long.quickTests
  const rows = await dialect.estimateRows(db, tableOf(entity))
  long.sizes.set(tableOf(entity), { rows, readAt: now })
  return rows * tests < long.quickTests
}
