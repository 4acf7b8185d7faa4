import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { dynamic, type Db, type Dialect, type Row, type Tx } from '../dialect.ts'
import { insertRows } from '../query/prepared.ts'
import { auditTableNames, hashEntry, readEntries, type AuditTable } from './audit-seals.ts'

/** New cells of an entry of the audit. */
export interface RewrittenEntry {
  table: AuditTable
  id: string
  cells: Row
}

interface ErasedEntry {
  entry_id: string
  hash: string
}

const entriesAtOnce = 2000

/** The order does not matter, so that it can be computed again from the table. */
const digestOf = (entries: readonly ErasedEntry[]): string =>
  createHash('sha256')
    .update(
      entries
        .map(({ entry_id, hash }) => `${entry_id} ${hash}\n`)
        .toSorted()
        .join(''),
    )
    .digest('hex')

/**
 * Replaces cells of entries, which are append-only otherwise. The hashes of the new contents are stored with the erasure, whose audit event
 * contains the returned digest of them: it is sealed, so the changes stay explained.
 */
export async function rewriteEntries(
  tx: Tx,
  dialect: Dialect,
  erasureId: string,
  entries: readonly RewrittenEntry[],
): Promise<string> {
  for (const table of auditTableNames) {
    const some = entries.filter((each) => each.table === table)
    if (some.length === 0) continue
    const { before, after } = dialect.unprotect(table)
    for (const statement of before) await sql.raw(statement).execute(tx)
    for (const { id, cells } of some)
      await dynamic(tx).updateTable(table).set(cells).where('id', '=', id).execute()
    for (const statement of after) await sql.raw(statement).execute(tx)
  }
  const erased: ErasedEntry[] = []
  // In parts: a statement has a limited number of values.
  for (let from = 0; from < entries.length; from += entriesAtOnce) {
    const rows = await readEntries(
      tx,
      entries.slice(from, from + entriesAtOnce).map(({ id }) => id),
    )
    const part = [...rows.values()].map(({ table, row }) => ({
      entry_id: row.id,
      hash: hashEntry(table, row),
    }))
    await insertRows(
      tx,
      dialect,
      'erased_entry',
      part.map((each) => ({ erasure_id: erasureId, ...each })),
    )
    erased.push(...part)
  }
  return digestOf(erased)
}

/** The hashes of the last contents of entries that were erased. */
export async function erasedHashes(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('erased_entry')
    .select(['entry_id', 'hash'])
    .where('entry_id', 'in', ids)
    .orderBy('erasure_id')
    .execute()
  return new Map(rows.map(({ entry_id, hash }) => [entry_id, hash]))
}

export interface Erasure {
  id: string
  /** Whether its audit event contains the digest of what was rewritten. */
  isExplained: boolean
}

export const erasureAction = 'personal data erased'

/** All erasures that rewrote entries, compared with their audit events. */
export async function readErasures(db: Db): Promise<Erasure[]> {
  const rows = await db.selectFrom('erased_entry').selectAll().execute()
  const erasures: Erasure[] = []
  for (const [id, some] of Map.groupBy(rows, ({ erasure_id }) => erasure_id)) {
    const event = await db
      .selectFrom('audit_event')
      .select('details')
      .where('id', '=', id)
      .where('action', '=', erasureAction)
      .executeTakeFirst()
    erasures.push({ id, isExplained: event?.details?.includes(`"${digestOf(some)}"`) ?? false })
  }
  return erasures
}
