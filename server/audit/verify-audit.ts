import type { Db, Dialect } from '../store/dialect.ts'
import {
  auditTableNames,
  hashEntry,
  hashSeal,
  idsAfter,
  missing,
  noSeal,
  readEntries,
  readSealHead,
  sealedIds,
  unpackEntries,
  type SealedEntry,
  type SealHead,
} from '../store/history/audit-seals.ts'
import { erasedHashes, readErasures } from '../store/history/erased-entries.ts'
import type { Tables } from '../store/tables/tables.ts'
import { waitingIds } from './seal-audit.ts'

export type ProblemKind =
  | 'changed'
  | 'deleted'
  | 'deleted before it was sealed'
  | 'inserted'
  | 'block changed'
  | 'block missing'
  | 'erasure without its event'
  | 'before the head'
  | 'head changed'

export interface AuditProblem {
  kind: ProblemKind
  /** The id of the entry or the number of the block. */
  of: string
  /** The block it was sealed in. */
  block?: number
}

/** Entries that were sealed long after the time they bear. */
export interface LateEntries {
  count: number
  from: string
  to: string
  sealedAt: string
  /** Whether they were sealed after the head that was passed. */
  isSinceHead: boolean
}

export interface AuditVerdict {
  head: SealHead
  /** Entries that are in no block yet. */
  waiting: number
  /** Entries whose personal values were erased, as an event of the audit says. */
  erased: number
  problems: AuditProblem[]
  late: LateEntries[]
}

/** What an earlier `head` said. */
export type ExportedHead = Pick<SealHead, 'number' | 'total' | 'hash'>

interface Options {
  head?: ExportedHead | undefined
  onProgress?: (done: number, total: number) => void
}

/** Blocks are small on a quiet day: as many are read together. */
const blocksAtOnce = 200
const rowsAtOnce = 2000
/** An entry bears the time it was written at, and is sealed a minute after its transaction has ended. */
const usualDelay = 3_600_000

/** Compares every entry of the audit with the blocks, and the blocks with each other and with an exported head. */
export async function verifyAudit(db: Db, dialect: Dialect, options: Options = {}): Promise<AuditVerdict> {
  const { head: exported, onProgress = () => {} } = options
  const head = await readSealHead(db)
  const verdict: AuditVerdict = { head, waiting: 0, erased: 0, problems: [], late: [] }
  const report = (kind: ProblemKind, of: string, block?: number): void =>
    void verdict.problems.push({ kind, of, ...(block !== undefined && { block }) })
  let before = noSeal
  for (;;) {
    const seals = await readSeals(db, before.number, head.number)
    if (seals.length === 0) break
    for (const group of inGroups(seals)) {
      const read = group.map((seal) => ({ seal, entries: unpackEntries(seal.entries) }))
      const rows = await readEntries(
        db,
        read.flatMap(({ entries }) => entries.map(({ id }) => id)),
      )
      for (const { seal, entries } of read) {
        const number = Number(seal.number)
        for (let gone = before.number + 1; gone < number; gone++) report('block missing', String(gone))
        if (hashSeal(before.hash, seal) !== seal.hash || Number(seal.total) !== before.total + entries.length)
          report('block changed', String(number))
        const wrong = entries.flatMap((entry) => problemOf(entry, rows))
        const erased = await erasedHashes(
          db,
          wrong.filter(({ kind }) => kind === 'changed').map(({ id }) => id),
        )
        for (const { id, kind, hash } of wrong)
          if (hash !== undefined && erased.get(id) === hash) verdict.erased++
          else report(kind, id, number)
        if (exported?.number === number && (exported.hash !== seal.hash || exported.total !== seal.total))
          report('head changed', String(number))
        noteLate(verdict.late, { entries, rows, seal, sealedBefore: before.sealedAt, exported })
        before = { number, total: Number(seal.total), hash: seal.hash, sealedAt: seal.sealed_at }
      }
      onProgress(before.total, head.total)
    }
  }
  if (exported && exported.number > head.number) report('before the head', String(exported.number))
  for (const { id, isExplained } of await readErasures(db))
    if (!isExplained) report('erasure without its event', id)
  const unsealed = await findUnsealed(db)
  const waiting = unsealed.length > 0 ? await waitingIds(db, dialect) : new Set<string>()
  for (const id of unsealed)
    if (waiting?.has(id) ?? true) verdict.waiting++
    else report('inserted', id)
  return verdict
}

async function readSeals(db: Db, after: number, last: number): Promise<Tables['audit_seal'][]> {
  return db
    .selectFrom('audit_seal')
    .selectAll()
    .where('number', '>', after)
    .where('number', '<=', last)
    .orderBy('number')
    .limit(blocksAtOnce)
    .execute()
}

/** Blocks whose entries are read with one statement. */
function inGroups(seals: readonly Tables['audit_seal'][]): Tables['audit_seal'][][] {
  const groups: Tables['audit_seal'][][] = []
  let size = Infinity
  for (const seal of seals) {
    const { length } = seal.entries
    if (size + length > rowsAtOnce * 48) {
      groups.push([])
      size = 0
    }
    groups.at(-1)!.push(seal)
    size += length
  }
  return groups
}

type Rows = Awaited<ReturnType<typeof readEntries>>

interface WrongEntry {
  id: string
  kind: ProblemKind
  /** Of the content that it has now. */
  hash?: string
}

function problemOf({ id, hash }: SealedEntry, rows: Rows): WrongEntry[] {
  if (hash === missing) return [{ id, kind: 'deleted before it was sealed' }]
  const found = rows.get(id)
  if (!found) return [{ id, kind: 'deleted' }]
  const current = hashEntry(found.table, found.row)
  return current === hash ? [] : [{ id, kind: 'changed', hash: current }]
}

interface Block {
  entries: readonly SealedEntry[]
  rows: Rows
  seal: Tables['audit_seal']
  sealedBefore: string | null
  exported: ExportedHead | undefined
}

/** An entry that was inserted later with an earlier time is sealed after blocks that should have had it. */
function noteLate(late: LateEntries[], { entries, rows, seal, sealedBefore, exported }: Block): void {
  if (sealedBefore === null) return
  const limit = new Date(Date.parse(sealedBefore) - usualDelay).toISOString()
  const times = entries.flatMap(({ id }) => rows.get(id)?.row.at ?? []).filter((at) => at < limit)
  if (times.length === 0) return
  const [from, to] = [times.toSorted()[0]!, times.toSorted().at(-1)!]
  const isSinceHead = exported !== undefined && Number(seal.number) > exported.number
  const last = late.at(-1)
  // The blocks of one run are one remark.
  if (
    last &&
    last.isSinceHead === isSinceHead &&
    last.sealedAt.slice(0, 13) === seal.sealed_at.slice(0, 13)
  ) {
    last.count += times.length
    if (from < last.from) last.from = from
    if (to > last.to) last.to = to
  } else late.push({ count: times.length, from, to, sealedAt: seal.sealed_at, isSinceHead })
}

/** The ids of entries in no block. */
async function findUnsealed(db: Db): Promise<string[]> {
  const unsealed: string[] = []
  for (const table of auditTableNames) {
    for (let after = ''; ;) {
      const ids = await idsAfter(db, table, after, rowsAtOnce)
      const last = ids.at(-1)
      if (last === undefined) break
      const known = await sealedIds(db, ids[0]!, last)
      unsealed.push(...ids.filter((id) => !known.has(id)))
      after = last
    }
  }
  return unsealed
}
