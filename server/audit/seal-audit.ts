import { sql } from 'kysely'
import { isObject } from '#domain/input.ts'
import { parseJson } from '#domain/parse-json.ts'
import type { Context } from '../core/context.ts'
import { isComparable, readPosition, type LogPosition } from '../store/changes/change-log.ts'
import type { Db, Dialect, Tx } from '../store/dialect.ts'
import {
  appendSeal,
  auditTableNames,
  idsAfter,
  readEntries,
  sealedIds,
  sealEntries,
} from '../store/history/audit-seals.ts'
import { claimSetting, readSetting } from '../store/settings.ts'

/** Up to where entries are sealed. */
export interface SealState extends LogPosition {
  /** The end of the window that is being read, and the last entry read of it. */
  until?: string
  after?: readonly [tx: number, subject: string, key: string]
  /** Reading whole tables instead: the table and the last id read. */
  table?: number
  id?: string
  /** Whether the entries of the window may be in a block already, because whole tables were read since it began. */
  isRepeated?: true
}

const settingName = 'audit sealed up to'
/** Entries of a block. */
const blockSize = 1000

type Sealer = Pick<Context, 'store' | 'now'>

/**
 * Seals the entries that were committed since the last time, in the order of their transactions. Several instances may call it at
 * once; each block is written by one of them. The entries are read before the transaction, so that no save waits for it.
 */
export async function sealAudit(
  ctx: Sealer,
  { size = blockSize, blocks = Infinity }: { size?: number; blocks?: number } = {},
): Promise<number> {
  let sealed = 0
  for (let block = 0; block < blocks; block++) {
    const { count, isMore } = await sealNext(ctx, size)
    sealed += count
    if (!isMore) break
  }
  return sealed
}

/** Seals the next block. What is committed meanwhile is sealed the next time; so is the rest, if another instance is sealing. */
async function sealNext({ store, now }: Sealer, size: number): Promise<{ count: number; isMore: boolean }> {
  const db = store.lowPriorityRead ?? store.read
  const stored = await readSetting(db, settingName)
  const position = await readPosition(db, store.dialect)
  const state = stored === undefined ? undefined : readSealState(stored)
  const current =
    state && isComparable(state, position)
      ? state
      : { origin: position.origin, position: position.position, table: 0, id: '' }
  const next =
    current.table === undefined
      ? await nextOfLog(db, store.dialect, current, position.position, size)
      : await nextOfTables(db, current, size)
  if (next.state === current) return { count: 0, isMore: false }
  const entries = sealEntries(next.ids, await readEntries(db, next.ids))
  const isOurs = await store.transaction(async (tx) => {
    if (!(await advance(tx, stored, next.state, now()))) return false
    if (entries.length > 0) await appendSeal(tx, entries, now())
    return true
  })
  return { count: isOurs ? entries.length : 0, isMore: isOurs && next.isMore }
}

interface Next {
  ids: string[]
  state: SealState
  isMore: boolean
}

/** The entries after a position of the change log. */
async function nextOfLog(
  db: Db,
  { changeLog }: Dialect,
  state: SealState,
  now: string,
  size: number,
): Promise<Next> {
  const until = state.until ?? now
  const rows = await keysOfLog(db, changeLog, { ...state, until }, size)
  if (rows.length === 0 && state.until === undefined) return { ids: [], state, isMore: false }
  const { origin, position, isRepeated } = state
  const keys = rows.map(({ key }) => key)
  const sorted = keys.toSorted()
  const known = isRepeated && keys.length > 0 ? await sealedIds(db, sorted[0]!, sorted.at(-1)!) : new Set()
  const last = rows.at(-1)
  const ids = keys.filter((key) => !known.has(key))
  if (rows.length < size || !last) return { ids, state: { origin, position: until }, isMore: false }
  const after = [Number(last.tx), last.subject, last.key] as const
  return { ids, state: { origin, position, until, after, ...(isRepeated && { isRepeated }) }, isMore: true }
}

interface LogRow {
  tx: number | string
  subject: string
  key: string
}

async function keysOfLog(
  db: Db,
  changeLog: Dialect['changeLog'],
  { position, until, after }: SealState & { until: string },
  limit?: number,
): Promise<LogRow[]> {
  const behind = after ? sql`and (tx, subject, key) > (${after[0]}, ${after[1]}, ${after[2]})` : sql``
  const { rows } = await sql<LogRow>`select tx, subject, key from change_log
    where subject in ('record', 'audit') and ${changeLog.since(position)} and ${changeLog.until(until)} ${behind}
    order by tx, subject, key ${limit === undefined ? sql`` : sql`limit ${sql.lit(limit)}`}`.execute(db)
  return rows
}

/** The entries of a database that were never sealed, or whose place in the log is not known: both tables from the beginning. */
async function nextOfTables(db: Db, state: SealState, size: number): Promise<Next> {
  const { origin, position, table: at = 0, id = '' } = state
  const table = auditTableNames[at]
  if (!table) return { ids: [], state: { origin, position, isRepeated: true }, isMore: true }
  const ids = await idsAfter(db, table, id, size)
  // What is written meanwhile is found in the log.
  const next = ids.length < size ? { table: at + 1, id: '' } : { table: at, id: ids.at(-1)! }
  const known = ids.length > 0 ? await sealedIds(db, ids[0]!, ids.at(-1)!) : new Set()
  return {
    ids: ids.filter((each) => !known.has(each)),
    state: { origin, position, ...next },
    isMore: true,
  }
}

/** Whether this instance seals what follows the stored state: another one may have done so since. */
async function advance(tx: Tx, stored: string | undefined, next: SealState, now: Date): Promise<boolean> {
  const value = JSON.stringify(next)
  if (stored === undefined) return claimSetting(tx, settingName, value, now)
  const { numUpdatedRows } = await tx
    .updateTable('setting')
    .set({ value, changed_at: now.toISOString() })
    .where('name', '=', settingName)
    .where('value', '=', stored)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The entries that will be sealed next; undefined if any entry may be among them. */
export async function waitingIds(db: Db, dialect: Dialect): Promise<Set<string> | undefined> {
  const stored = await readSetting(db, settingName)
  const state = stored === undefined ? undefined : readSealState(stored)
  const now = await readPosition(db, dialect)
  if (!state || state.table !== undefined || !isComparable(state, now)) return undefined
  const { origin, position } = state
  const rows = await keysOfLog(db, dialect.changeLog, { origin, position, until: now.position })
  return new Set(rows.map(({ key }) => key))
}

const isState = (input: unknown): input is SealState =>
  isObject(input) && typeof input['origin'] === 'string' && typeof input['position'] === 'string'

const readSealState = (text: string): SealState => parseJson(text, isState)
