import { randomUUID } from 'node:crypto'
import type { Dialect, Row, Tx } from './dialect.ts'
import { changeLog, insertChanges } from './changes/change-log-rows.ts'
import { insertRows } from './query/prepared.ts'
import { putSetting } from './settings.ts'

const deferred = new WeakMap<Tx, Map<string, Row[]>>()

/**
 * Collects rows that their own transaction never reads (history, stored answers) and inserts them together before the commit,
 * which saves one round trip to the database for each.
 */
export function deferInsert(tx: Tx, table: string, row: Row): void {
  const tables = deferred.get(tx) ?? new Map<string, Row[]>()
  deferred.set(tx, tables)
  const rows = tables.get(table)
  if (rows) rows.push(row)
  else tables.set(table, [row])
}

const stamped = new WeakMap<Tx, Set<string>>()

/** Gives a setting a new random value with this transaction, once, so that other instances see that something changed. */
export function deferStamp(tx: Tx, setting: string): void {
  const names = stamped.get(tx) ?? new Set()
  stamped.set(tx, names.add(setting))
}

/** Marks the deferred rows; the returned function discards the later ones when their savepoint is rolled back. */
export function markDeferred(tx: Tx): () => void {
  const before = new Map([...(deferred.get(tx) ?? [])].map(([table, rows]) => [table, rows.length]))
  return () => {
    for (const [table, rows] of deferred.get(tx) ?? []) rows.length = before.get(table) ?? 0
  }
}

/**
 * Called by the store between the work of a transaction and its commit. The stamps come last, because another transaction that
 * writes the same stamp waits for this one to end.
 */
export async function flushDeferred(tx: Tx, dialect: Dialect): Promise<void> {
  await flushDeferredInserts(tx, dialect)
  for (const name of stamped.get(tx) ?? []) await putSetting(tx, name, randomUUID(), new Date())
  stamped.delete(tx)
}

/** Called also in between by transactions that write a great many rows. */
export async function flushDeferredInserts(tx: Tx, dialect: Dialect): Promise<void> {
  const tables = deferred.get(tx)
  if (!tables) return
  deferred.delete(tx)
  await Promise.all(
    [...tables].map(([table, rows]) =>
      table === changeLog ? insertChanges(tx, dialect, rows) : insertRows(tx, dialect, table, rows),
    ),
  )
}
