import { setImmediate as pause } from 'node:timers/promises'
import { mostLeftNamed, type LeftAsItIs, type UndoReport } from '#domain/batches.ts'
import { nameOfActor } from '#domain/access/actor.ts'
import { conflict, Problem } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { demand, gate } from '../gate.ts'
import { removeWithin, restoreWithin, updateWithin } from '../resources/resource-service.ts'
import { attemptEach } from '../store/attempt.ts'
import type { Db, Tx } from '../store/dialect.ts'
import { insertWaiting } from '../store/later.ts'
import { isId } from '../store/new-id.ts'
import { changeIn, maySee, missingBatch, shown } from './batch-service.ts'
import {
  changeBatch,
  entriesOfBatch,
  findBatch,
  hasMoreEntries,
  lockBatch,
  onlyOnce,
  versionAfterCutOff,
  type Batch,
  type BatchEntry,
} from './batch-store.ts'
import { changeMany, recordsInPiece, type InPiece } from './in-pieces.ts'
import { putBackByField } from './undo-repoint.ts'
import { removeAtOnce } from './remove-at-once.ts'
import { restoreAtOnce } from './restore-at-once.ts'
import { takeBack } from './take-back.ts'
import { updateAtOnce, type UpdateById } from './update-at-once.ts'

const entriesAtOnce = 500
const turn = 5

/**
 * Takes back what a batch did, the last change first. A record that somebody changed since is left as it is, and named;
 * whoever takes back needs the right to do each of the steps.
 */
export async function undoBatch(ctx: Context, id: string): Promise<UndoReport> {
  demand(ctx, 'update', 'batch')
  if (!isId(id)) throw missingBatch(id)
  const batchId = id.toLowerCase()
  let batch: Batch
  const { read } = ctx.store
  const found = await findBatch(read, batchId)
  // What belongs together by its codes is put back together.
  const isByField = found !== undefined && (await isRepointing(read, found))
  return changeMany(ctx, {
    isLarge: !isByField && (await hasMoreEntries(read, batchId, recordsInPiece)),
    begin: async (tx) => {
      batch = await startingPoint(ctx, tx, batchId)
      return { kind: 'undo', entity: batch.entity, title: `Taken back: ${batch.title}`, undoes: batch.id }
    },
    work: (undoing, inPiece) =>
      isByField ? inPiece((tx) => putBackByField(undoing, tx, batch)) : putBack(undoing, inPiece, batch),
    finish: async (undoing, tx, { undone, left, leftCount }): Promise<UndoReport> => {
      // It stays to be taken back, once what is in the way is gone.
      if (undone === 0 && leftCount > 0) throw nothingBack(batch, left, leftCount)
      await changeBatch(tx, batch.id, {
        state: leftCount > 0 ? 'partly undone' : 'undone',
        undone_at: ctx.now().toISOString(),
        undone_by: nameOfActor(ctx.actor),
      })
      const made = await findBatch(tx, undoing.batchId)
      return { batch: shown(made!), undone, leftCount, left }
    },
    takeBack,
  })
}

async function startingPoint(ctx: Context, tx: Tx, id: string): Promise<Batch> {
  const batch = await lockBatch(tx, ctx.store.dialect, id)
  if (!batch || !maySee(ctx, batch)) throw missingBatch(id)
  if (batch.state === 'open') throw conflict(`“${batch.title}” is still going on`)
  if (batch.state !== 'done') throw conflict(`“${batch.title}” was taken back already`)
  return batch
}

function nothingBack({ title }: Batch, left: LeftAsItIs[], leftCount: number): Problem {
  const { name, because } = left[0]!
  const others = leftCount > 1 ? ` (and ${(leftCount - 1).toLocaleString('en-IN')} more)` : ''
  const msg = `Nothing of “${title}” could be taken back. ${name}${others}: ${because}`
  return conflict(msg, [], { left, leftCount })
}

/** Renames, merges and moves, and what took one of them back. */
async function isRepointing(db: Db, batch: Batch): Promise<boolean> {
  let first: Batch | undefined = batch
  while (first?.undoes) first = await findBatch(db, first.undoes)
  return first !== undefined && ['rename', 'merge', 'move'].includes(first.kind)
}

async function putBack(ctx: Context, inPiece: InPiece, batch: Batch): Promise<Omit<UndoReport, 'batch'>> {
  const report: Omit<UndoReport, 'batch'> = { undone: 0, leftCount: 0, left: [] }
  // A batch may change a record more than once; its own steps back are no change by somebody else.
  const versions = new Map<string, number>()
  const limit = ctx.store.dialect.isEmbedded ? recordsInPiece : entriesAtOnce
  let before: string | undefined
  for (;;) {
    const piece = await inPiece(async (tx) => {
      const entries = await entriesOfBatch(tx, batch.id, { limit, ...(before && { before }) })
      const done = await putBackSome(ctx, tx, batch, entries, versions)
      // Their history would otherwise wait in memory for the end, and whoever reads for this thread.
      await insertWaiting(tx, ctx.store.dialect)
      return { ...done, entries }
    })
    for (const [id, version] of piece.versions) versions.set(id, version)
    report.undone += piece.undone
    report.leftCount += piece.left.length
    report.left.push(...piece.left.slice(0, mostLeftNamed - report.left.length))
    if (piece.entries.length < limit) return report
    await pause()
    before = piece.entries.at(-1)!.id
  }
}

interface PutBack {
  undone: number
  left: LeftAsItIs[]
  /** The versions that those which are left or came back have now. */
  versions: Map<string, number>
}

async function putBackSome(
  ctx: Context,
  tx: Tx,
  batch: Batch,
  entries: readonly BatchEntry[],
  before: ReadonlyMap<string, number>,
): Promise<PutBack> {
  const done: PutBack = { undone: 0, left: [], versions: new Map() }
  const isKnown = (id: string): boolean => before.has(id)
  const name = entries[0]?.entity ?? ''
  const removed = await removeAtOnce(ctx, tx, name, onlyOnce(entries, 'create', isKnown))
  const restored = await restoreAtOnce(ctx, tx, name, onlyOnce(entries, 'delete', isKnown))
  for (const [id, version] of restored) done.versions.set(id, version)
  const changed = await updateBack(ctx, tx, name, entries, onlyOnce(entries, 'update', isKnown))
  for (const [id, { version }] of changed) done.versions.set(id, version)
  done.undone = removed.size + restored.size + changed.size
  const isDone = (id: string): boolean => removed.has(id) || restored.has(id) || changed.has(id)
  for (const part of inTurns(entries.filter(({ recordId }) => !isDone(recordId)))) {
    const versionOf = ({ recordId, version }: BatchEntry): number =>
      done.versions.get(recordId) ?? before.get(recordId) ?? version
    const outcomes = await attemptEach(
      tx,
      part,
      (entry): Promise<number | string> => putBackOne(ctx, tx, batch, entry, versionOf(entry)),
      (_entry, error) => reasonOf(ctx, error),
    )
    for (const [at, outcome] of outcomes.entries()) {
      const entry = part[at]!
      if (typeof outcome === 'number') {
        done.versions.set(entry.recordId, outcome)
        done.undone++
      } else done.left.push(leftAs(entry, outcome))
    }
    // On SQLite nobody else is served while one step follows the other.
    await pause()
  }
  return done
}

/** Gives back together what was changed once in the batch, and by nobody since. */
function updateBack(
  ctx: Context,
  tx: Tx,
  name: string,
  entries: readonly BatchEntry[],
  versions: ReadonlyMap<string, number>,
): ReturnType<typeof updateAtOnce> {
  const own = entries.filter(({ recordId, action }) => action === 'update' && versions.has(recordId))
  const requests = own.map(({ recordId, version, before }): [string, UpdateById] => [
    recordId,
    { input: before, fields: 'all', version },
  ])
  return updateAtOnce(ctx, tx, name, new Map(requests))
}

/** A few at a time, and no record twice: what its second step starts from is known after the first. */
function inTurns(entries: readonly BatchEntry[]): BatchEntry[][] {
  const turns: BatchEntry[][] = []
  let known = new Set<string>()
  for (const entry of entries) {
    if (turns.length === 0 || known.size === turn || known.has(entry.recordId)) {
      turns.push([])
      known = new Set()
    }
    turns.at(-1)!.push(entry)
    known.add(entry.recordId)
  }
  return turns
}

function leftAs(entry: BatchEntry, because: string): LeftAsItIs {
  const { action: _, ...record } = changeIn(entry)
  return { ...record, because }
}

/** Returns the version the record has afterwards. */
async function putBackOne(
  ctx: Context,
  tx: Tx,
  batch: Batch,
  entry: BatchEntry,
  left: number,
): Promise<number> {
  const { entity, recordId, action } = entry
  const version = (await versionAfterCutOff(tx, batch.id, entry)) ?? left
  if (action === 'delete') {
    const binned = await gate(ctx, 'restore', entity).using(tx).binned(recordId)
    if (!binned) throw conflict('It is no longer in the bin')
    if (binned.version !== version) throw conflict('It was restored and deleted again since')
    return (await restoreWithin(ctx, tx, entity, recordId)).version
  }
  const current = await gate(ctx, 'read', entity).using(tx).find(recordId)
  if (!current) throw conflict('It was deleted since')
  if (current.version !== version) throw conflict('It was changed since')
  if (action !== 'update') {
    await removeWithin(ctx, tx, entity, recordId, version)
    return version + 1
  }
  const input = entry.before
  const request = { idOrCode: recordId, input, fields: 'all', version } as const
  return (await updateWithin(ctx, tx, entity, request)).version
}

/** Why a step back could not be made; throws what concerns all of them. */
function reasonOf(ctx: Context, error: unknown): string {
  // Half of it, by somebody who may not do the rest, would keep those who may from taking it back.
  if (error instanceof Problem && error.status !== 403) return error.message
  const failure = ctx.store.dialect.explain(error)?.kind
  if (failure === 'duplicate') return 'Its code is used by another one since'
  if (failure === 'reference') return ctx.store.problemOf(error)!.message
  throw error
}
