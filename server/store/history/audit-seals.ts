import { createHash } from 'node:crypto'
import { dynamic, type Db, type Row, type Tx } from '../dialect.ts'
import type { Tables } from '../tables/tables.ts'

/** The tables whose rows are entries of the audit. */
export const auditTableNames = ['history', 'audit_event'] as const
export type AuditTable = (typeof auditTableNames)[number]

/** An entry as a block has it. */
export interface SealedEntry {
  id: string
  /** Of the content, as hex; `missing` if the row was gone when it was sealed. */
  hash: string
}

/** The last block, and what it stands for. */
export interface SealHead {
  number: number
  total: number
  hash: string
  /** Null before the first block. */
  sealedAt: string | null
}

export const missing = '0'.repeat(64)
/** Before the first block. */
export const noSeal: SealHead = { number: 0, total: 0, hash: missing, sealedAt: null }

/** By name and without empty columns: a column that a later version adds leaves the hash of older entries as it is. */
export function hashEntry(table: AuditTable, row: Row): string {
  // The number of the row is that of an embedded database: a move to another one gives new numbers.
  const cells = Object.entries(row).filter(([name, cell]) => cell !== null && name !== 'rid')
  const inOrder = cells
    .map(([name, cell]) => [name, name === 'version' ? Number(cell) : cell])
    .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([table, inOrder]))
    .digest('hex')
}

const idBytes = 16
const entryBytes = 48

const packEntries = (entries: readonly SealedEntry[]): Buffer =>
  Buffer.concat(
    entries.flatMap(({ id, hash }) => [Buffer.from(id.replaceAll('-', ''), 'hex'), Buffer.from(hash, 'hex')]),
  )

export function unpackEntries(packed: Uint8Array): SealedEntry[] {
  const content = Buffer.from(packed)
  return Array.from({ length: Math.floor(content.length / entryBytes) }, (_, at) => {
    const from = at * entryBytes
    const hex = content.toString('hex', from, from + idBytes)
    const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
    return { id: id.join('-'), hash: content.toString('hex', from + idBytes, from + entryBytes) }
  })
}

/** The hash of a block covers the one before it, so that none can be changed without changing all after it. */
export const hashSeal = (
  before: string,
  { number, sealed_at, entries }: Pick<Tables['audit_seal'], 'number' | 'sealed_at' | 'entries'>,
): string =>
  createHash('sha256').update(`${before} ${number} ${sealed_at} `).update(Buffer.from(entries)).digest('hex')

export async function readSealHead(db: Db): Promise<SealHead> {
  const last = await db
    .selectFrom('audit_seal')
    .select(['number', 'total', 'hash', 'sealed_at'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last
    ? {
        number: Number(last.number),
        total: Number(last.total),
        hash: last.hash,
        sealedAt: last.sealed_at,
      }
    : noSeal
}

/** Appends a block. The caller holds the lock under which blocks are written. */
export async function appendSeal(tx: Tx, entries: readonly SealedEntry[], now: Date): Promise<void> {
  const head = await readSealHead(tx)
  const ids = entries.map(({ id }) => id).toSorted()
  const seal = { number: head.number + 1, sealed_at: now.toISOString(), entries: packEntries(entries) }
  await tx
    .insertInto('audit_seal')
    .values({
      ...seal,
      total: head.total + entries.length,
      first_id: ids[0]!,
      last_id: ids.at(-1)!,
      hash: hashSeal(head.hash, seal),
    })
    .execute()
}

/** The entries of a range of ids that are in a block. */
export async function sealedIds(db: Db, firstId: string, lastId: string): Promise<Set<string>> {
  const seals = await db
    .selectFrom('audit_seal')
    .select('entries')
    .where('last_id', '>=', firstId)
    .where('first_id', '<=', lastId)
    .execute()
  return new Set(seals.flatMap(({ entries }) => unpackEntries(entries).map(({ id }) => id)))
}

export interface AuditRowOfTable {
  table: AuditTable
  row: Row & { id: string; at: string }
}

/** The rows with these ids. */
export async function readEntries(db: Db, ids: readonly string[]): Promise<Map<string, AuditRowOfTable>> {
  const found = new Map<string, AuditRowOfTable>()
  for (const table of auditTableNames) {
    const wanted = ids.filter((id) => !found.has(id))
    if (wanted.length === 0) break
    const rows = await dynamic(db)
      .selectFrom(table)
      .selectAll()
      .where('id', 'in', wanted)
      .$castTo<AuditRowOfTable['row']>()
      .execute()
    for (const row of rows) found.set(row.id, { table, row })
  }
  return found
}

/** The next ids of a table in their order. */
export async function idsAfter(db: Db, table: AuditTable, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const sealEntries = (
  ids: readonly string[],
  rows: ReadonlyMap<string, AuditRowOfTable>,
): SealedEntry[] =>
  ids.map((id) => {
    const entry = rows.get(id)
    return { id, hash: entry ? hashEntry(entry.table, entry.row) : missing }
  })
