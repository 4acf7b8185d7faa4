import type { NotUndone, UndoReport } from '#domain/api/changes/batches.ts'
import { maxNotUndoneListed } from '#domain/batches.ts'
import { nameOfActor } from '#domain/access/actor.ts'
import { conflict, Problem } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate, requireRight } from '../core/gate.ts'
import { removeInTransaction, restoreInTransaction, updateInTransaction } from '../records/record-service.ts'
import { attemptEach } from '../store/attempt.ts'
import type { Db, Tx } from '../store/dialect.ts'
import { flushDeferredInserts } from '../store/deferred-writes.ts'
import { yieldWhenDue } from '../base/yield-to-event-loop.ts'
import { isId } from '../store/new-id.ts'
import { toBatchChange, canSeeBatch, missingBatch, toBatchShown } from './batch-service.ts'
import {
  changeBatch,
  entriesOfBatch,
  findBatch,
  hasMoreEntries,
  lockBatch,
  changedOnce,
  versionAfterInterruptedUndo,
  type Batch,
  type BatchEntry,
} from './batch-store.ts'
import { betweenPieces, changeMany, recordsInPiece, type InPiece } from './in-pieces.ts'
import { deleteMany } from './delete-many.ts'
import { restoreManyRecords } from './restore-many.ts'
import { undoChanges } from './undo-changes.ts'
import { updateRecords, type UpdateById } from './update-many.ts'
import { t } from '#domain/messages/t.ts'

const entriesPerRead = 500
const chunkSize = 5

/** The undo of a batch that is undone in one transaction, prepared before that transaction. */
export interface PreparedUndo {
  records: number
  run: (ctx: Context, tx: Tx, batch: Batch) => Promise<Omit<UndoReport, 'batch'>>
}

const prepareUndo = new Map<string, (ctx: Context, batchId: string) => Promise<PreparedUndo>>()

/** Features with their own undo register it in `server/hooks.ts`. */
export function registerUndo(
  kinds: readonly string[],
  prepare: (ctx: Context, batchId: string) => Promise<PreparedUndo>,
): void {
  for (const kind of kinds) prepareUndo.set(kind, prepare)
}

/** What a feature does in the transaction that undid a whole batch of its kind, or the undo of one. */
export type AfterUndo = (
  ctx: Context,
  tx: Tx,
  undone: { original: string; isUndone: boolean },
) => Promise<void>

const afterUndo = new Map<string, AfterUndo>()

export function registerAfterUndo(kind: string, work: AfterUndo): void {
  afterUndo.set(kind, work)
}

/**
 * Undoes a batch, newest change first. Records changed since then are left as they are and listed. The account needs the
 * right to make each of the changes.
 */
export async function undoBatch(ctx: Context, id: string): Promise<UndoReport> {
  requireRight(ctx, 'update', 'batch')
  if (!isId(id)) throw missingBatch(id)
  const batchId = id.toLowerCase()
  let batch: Batch
  const { read } = ctx.store
  const found = await findBatch(read, batchId)
  const origin = found && (await originOf(read, found))
  const prepare = origin && prepareUndo.get(origin.kind)
  const preparedUndo = await prepare?.(ctx, batchId)
  return changeMany(ctx, {
    isLarge: !preparedUndo && (await hasMoreEntries(read, batchId, recordsInPiece)),
    oneTransaction:
      preparedUndo && preparedUndo.records > recordsInPiece ? ctx.store.largeTransaction : undefined,
    begin: async (tx) => {
      batch = await lockUndoable(ctx, tx, batchId)
      return {
        kind: 'undo',
        entity: batch.entity,
        title: t('Undo: {change}', { change: batch.title }),
        undoes: batch.id,
      }
    },
    work: (undoing, inPiece) =>
      preparedUndo
        ? inPiece((tx) => preparedUndo.run(undoing, tx, batch))
        : undoEntries(undoing, inPiece, batch),
    finish: async (undoing, tx, { undone, left, leftCount }): Promise<UndoReport> => {
      // The rollback keeps the batch undoable, for when the obstacles are gone.
      if (undone === 0 && leftCount > 0) throw nothingUndone(batch, left, leftCount)
      await changeBatch(tx, batch.id, {
        state: leftCount > 0 ? 'partly undone' : 'undone',
        undone_at: ctx.now().toISOString(),
        undone_by: nameOfActor(ctx.actor),
      })
      if (origin && leftCount === 0)
        await afterUndo.get(origin.kind)?.(ctx, tx, { original: origin.id, isUndone: origin.isUndone })
      const made = await findBatch(tx, undoing.batchId)
      return { batch: toBatchShown(made!), undone, leftCount, left }
    },
    undoChanges,
  })
}

async function lockUndoable(ctx: Context, tx: Tx, id: string): Promise<Batch> {
  const batch = await lockBatch(tx, ctx.store.dialect, id)
  if (!batch || !canSeeBatch(ctx, batch)) throw missingBatch(id)
  if (batch.state === 'open') throw conflict(t('“{title}” is still running', { title: batch.title }))
  if (batch.state !== 'done') throw conflict(t('“{title}” is already undone', { title: batch.title }))
  return batch
}

function nothingUndone({ title }: Batch, left: NotUndone[], leftCount: number): Problem {
  const { name, because } = left[0]!
  const msg =
    leftCount > 1
      ? t('Nothing of “{title}” could be undone. {record} (and {others, number} more): {reason}', {
          title,
          record: name,
          others: leftCount - 1,
          reason: because,
        })
      : t('Nothing of “{title}” could be undone. {record}: {reason}', {
          title,
          record: name,
          reason: because,
        })
  return conflict(msg, [], { left, leftCount })
}

/** The batch that a chain of undos started from, and whether undoing this one undoes it. */
async function originOf(db: Db, batch: Batch): Promise<{ id: string; kind: string; isUndone: boolean }> {
  let first = batch
  let isUndone = true
  while (first.undoes) {
    const before = await findBatch(db, first.undoes)
    if (!before) break
    first = before
    isUndone = !isUndone
  }
  return { id: first.id, kind: first.kind, isUndone }
}

async function undoEntries(ctx: Context, inPiece: InPiece, batch: Batch): Promise<Omit<UndoReport, 'batch'>> {
  const report: Omit<UndoReport, 'batch'> = { undone: 0, leftCount: 0, left: [] }
  // A batch may change a record more than once, so the versions written by this undo count as expected.
  const versions = new Map<string, number>()
  const limit = ctx.store.dialect.isEmbedded ? recordsInPiece : entriesPerRead
  let before: string | undefined
  for (;;) {
    const piece = await inPiece(async (tx) => {
      const entries = await entriesOfBatch(tx, batch.id, { limit, ...(before && { before }) })
      const done = await undoSomeEntries(ctx, tx, batch, entries, versions)
      // Flushed here, so that the history does not pile up in memory and block the thread at the end.
      await flushDeferredInserts(tx, ctx.store.dialect)
      return { ...done, entries }
    })
    for (const [id, version] of piece.versions) versions.set(id, version)
    report.undone += piece.undone
    report.leftCount += piece.left.length
    report.left.push(...piece.left.slice(0, maxNotUndoneListed - report.left.length))
    if (piece.entries.length < limit) return report
    await betweenPieces(ctx)
    before = piece.entries.at(-1)!.id
  }
}

interface UndoOutcome {
  undone: number
  left: NotUndone[]
  /** The versions that this undo has written, by record id. */
  versions: Map<string, number>
}

async function undoSomeEntries(
  ctx: Context,
  tx: Tx,
  batch: Batch,
  entries: readonly BatchEntry[],
  before: ReadonlyMap<string, number>,
): Promise<UndoOutcome> {
  const done: UndoOutcome = { undone: 0, left: [], versions: new Map() }
  const isKnown = (id: string): boolean => before.has(id)
  const name = entries[0]?.entity ?? ''
  const removed = await deleteMany(ctx, tx, name, changedOnce(entries, 'create', isKnown))
  const restored = await restoreManyRecords(ctx, tx, name, changedOnce(entries, 'delete', isKnown))
  for (const [id, version] of restored) done.versions.set(id, version)
  const changed = await undoUpdates(ctx, tx, name, entries, changedOnce(entries, 'update', isKnown))
  for (const [id, { version }] of changed) done.versions.set(id, version)
  done.undone = removed.size + restored.size + changed.size
  const isDone = (id: string): boolean => removed.has(id) || restored.has(id) || changed.has(id)
  for (const part of chunkWithoutRepeats(entries.filter(({ recordId }) => !isDone(recordId)))) {
    const versionOf = ({ recordId, version }: BatchEntry): number =>
      done.versions.get(recordId) ?? before.get(recordId) ?? version
    const outcomes = await attemptEach(
      tx,
      part,
      (entry): Promise<number | string> => undoOne(ctx, tx, batch, entry, versionOf(entry)),
      (_entry, error) => reasonOf(ctx, error),
    )
    for (const [at, outcome] of outcomes.entries()) {
      const entry = part[at]!
      if (typeof outcome === 'number') {
        done.versions.set(entry.recordId, outcome)
        done.undone++
      } else done.left.push(describeLeft(entry, outcome))
    }
    // On SQLite the statements run on this thread, which would block other requests.
    await yieldWhenDue()
  }
  return done
}

/** Undoes in bulk the updates of records that the batch changed once and that were not changed since. */
function undoUpdates(
  ctx: Context,
  tx: Tx,
  name: string,
  entries: readonly BatchEntry[],
  versions: ReadonlyMap<string, number>,
): ReturnType<typeof updateRecords> {
  const own = entries.filter(({ recordId, action }) => action === 'update' && versions.has(recordId))
  const requests = own.map(({ recordId, version, before }): [string, UpdateById] => [
    recordId,
    { input: before, fields: 'all', version, isRestoring: true },
  ])
  return updateRecords(ctx, tx, name, new Map(requests))
}

/** Chunks without repeated records: the version after a record's first step is the expected version of its second. */
function chunkWithoutRepeats(entries: readonly BatchEntry[]): BatchEntry[][] {
  const chunks: BatchEntry[][] = []
  let known = new Set<string>()
  for (const entry of entries) {
    if (chunks.length === 0 || known.size === chunkSize || known.has(entry.recordId)) {
      chunks.push([])
      known = new Set()
    }
    chunks.at(-1)!.push(entry)
    known.add(entry.recordId)
  }
  return chunks
}

function describeLeft(entry: BatchEntry, because: string): NotUndone {
  const { action: _, ...record } = toBatchChange(entry)
  return { ...record, because }
}

/** Returns the version the record has afterwards. */
async function undoOne(ctx: Context, tx: Tx, batch: Batch, entry: BatchEntry, left: number): Promise<number> {
  const { entity, recordId, action } = entry
  const version = (await versionAfterInterruptedUndo(tx, batch.id, entry)) ?? left
  if (action === 'delete') {
    const binned = await dynamicGate(ctx, 'restore', entity).using(tx).binned(recordId)
    if (!binned) throw conflict(t('It is no longer in the bin'))
    if (binned.version !== version) throw conflict(t('It was restored and deleted again since'))
    return (await restoreInTransaction(ctx, tx, entity, recordId)).version
  }
  const current = await dynamicGate(ctx, 'read', entity).using(tx).find(recordId)
  if (!current) throw conflict(t('It was deleted since'))
  if (current.version !== version) throw conflict(t('It was changed since'))
  if (action !== 'update') {
    await removeInTransaction(ctx, tx, entity, recordId, version)
    return version + 1
  }
  const input = entry.before
  const request = { idOrCode: recordId, input, fields: 'all', version, isRestoring: true } as const
  return (await updateInTransaction(ctx, tx, entity, request)).version
}

/** Why an entry could not be undone; rethrows errors that concern all entries. */
function reasonOf(ctx: Context, error: unknown): string {
  // A partial undo by an account that lacks a right would prevent the full undo by another account.
  if (error instanceof Problem && error.status !== 403) return error.message
  const failure = ctx.store.dialect.explain(error)?.kind
  if (failure === 'duplicate') return t('Its code is now used by another record')
  if (failure === 'reference') return ctx.store.problemOf(error)!.message
  throw error
}
