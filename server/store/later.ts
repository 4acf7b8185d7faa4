import { randomUUID } from 'node:crypto'
import type { Dialect, Row, Tx } from './dialect.ts'
import { insertRows } from './prepared.ts'
import { putSetting } from './settings.ts'

const waiting = new WeakMap<Tx, Map<string, Row[]>>()

/**
 * Rows that nothing in their own transaction reads (history, answers given) wait until it is about to commit, and are
 * then written together: a save with its history and its key costs one trip to the database less for each.
 */
export function insertLater(tx: Tx, table: string, row: Row): void {
  const tables = waiting.get(tx) ?? new Map<string, Row[]>()
  waiting.set(tx, tables)
  const rows = tables.get(table)
  if (rows) rows.push(row)
  else tables.set(table, [row])
}

const stamped = new WeakMap<Tx, Set<string>>()

/** A setting that gets a new value with this transaction, once however often it is asked for: others see that it changed. */
export function stampLater(tx: Tx, setting: string): void {
  const names = stamped.get(tx) ?? new Set()
  stamped.set(tx, names.add(setting))
}

/** Notes what waits now; the answer forgets what came after, when the work it belongs to is taken back. */
export function rememberWaiting(tx: Tx): () => void {
  const before = new Map([...(waiting.get(tx) ?? [])].map(([table, rows]) => [table, rows.length]))
  return () => {
    for (const [table, rows] of waiting.get(tx) ?? []) rows.length = before.get(table) ?? 0
  }
}

/**
 * Called by the store, between the work of a transaction and its commit. The marks come last: whoever else leaves one waits
 * for it until this transaction has ended.
 */
export async function writeWaiting(tx: Tx, dialect: Dialect): Promise<void> {
  await insertWaiting(tx, dialect)
  for (const name of stamped.get(tx) ?? []) await putSetting(tx, name, randomUUID(), new Date())
  stamped.delete(tx)
}

/** Called also by whoever writes a great many in one transaction. */
export async function insertWaiting(tx: Tx, dialect: Dialect): Promise<void> {
  const tables = waiting.get(tx)
  if (!tables) return
  waiting.delete(tx)
  await Promise.all([...tables].map(([table, rows]) => insertRows(tx, dialect, table, rows)))
}
