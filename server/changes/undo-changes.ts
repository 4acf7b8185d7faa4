import { nameOfActor, system } from '#domain/access/actor.ts'
import type { NotUndone } from '#domain/api/changes/batches.ts'
import { maxNotUndoneListed } from '#domain/batches.ts'
import type { Context } from '../core/context.ts'
import type { Tx } from '../store/dialect.ts'
import { beginBatch, toBatchChange } from './batch-service.ts'
import {
  changeBatch,
  deleteBatch,
  entriesOfBatch,
  lockBatch,
  openUndoOf,
  type Batch,
  type BatchEntry,
} from './batch-store.ts'
import { betweenPieces, recordsInPiece, type BatchContext } from './in-pieces.ts'
import { restoreExactly } from './restore-exactly.ts'
import { t } from '#domain/messages/t.ts'

/** Stored with the batch of the undo, so that another process can resume it. */
interface Progress {
  /** The entry that was undone last. */
  before: string | null
  undone: number
  leftCount: number
  left: NotUndone[]
}

export interface UndoResult {
  /** How many records could not be undone. */
  leftCount: number
}

/**
 * Undoes a batch that cannot be finished. Acts as the system, because the account may lack the right to delete what it added.
 * Each piece is a transaction that resumes where the previous one ended. A batch that changed nothing is deleted.
 */
export async function undoChanges(
  caller: Context,
  batchId: string,
  because = 'an interrupted change',
): Promise<UndoResult> {
  const { batchId: _, ...rest } = caller
  const ctx: Context = { ...rest, actor: system(because) }
  const inPiece = ctx.store.relaxedTransaction ?? ctx.store.transaction
  for (;;) {
    const step = await inPiece((tx) => undoPiece(ctx, tx, batchId))
    if (step.isDone) {
      logLeft(ctx, batchId, step)
      return { leftCount: step.leftCount }
    }
    await betweenPieces(ctx)
  }
}

type UndoStep = Pick<Progress, 'leftCount' | 'left'> & { isDone: boolean }

async function undoPiece(ctx: Context, tx: Tx, batchId: string): Promise<UndoStep> {
  const batch = await lockBatch(tx, ctx.store.dialect, batchId)
  if (batch?.state !== 'open') return { isDone: true, leftCount: 0, left: [] }
  const undo = await openUndoOf(tx, batch.id)
  const progress = readProgress(undo?.report ?? null)
  const { before } = progress
  const entries = await entriesOfBatch(tx, batch.id, {
    limit: recordsInPiece,
    ...(before !== null && { before }),
  })
  if (!undo && entries.length === 0) {
    await deleteBatch(tx, batch.id)
    return { isDone: true, leftCount: 0, left: [] }
  }
  const batchContext: BatchContext = undo ? { ...ctx, batchId: undo.id } : await beginUndo(ctx, tx, batch)
  const left = await restoreExactly(batchContext, tx, batch, entries)
  const now = addPiece(progress, entries, left)
  const isDone = entries.length < recordsInPiece
  if (!isDone) await changeBatch(tx, batchContext.batchId, { report: JSON.stringify(now) })
  else {
    await changeBatch(tx, batchContext.batchId, { state: 'done', report: null })
    await changeBatch(tx, batch.id, {
      state: now.leftCount > 0 ? 'partly undone' : 'undone',
      undone_at: ctx.now().toISOString(),
      undone_by: nameOfActor(ctx.actor),
    })
  }
  return { isDone, leftCount: now.leftCount, left: now.left }
}

const beginUndo = (ctx: Context, tx: Tx, { id, entity, title }: Batch): Promise<BatchContext> =>
  beginBatch(ctx, tx, {
    kind: 'undo',
    entity,
    title: t('Undo: {change}', { change: title }),
    undoes: id,
    isOpen: true,
  })

const readProgress = (report: string | null): Progress =>
  report === null ? { before: null, undone: 0, leftCount: 0, left: [] } : (JSON.parse(report) as Progress)

function addPiece(
  { before, undone, leftCount, left }: Progress,
  entries: readonly BatchEntry[],
  leftEntries: ReadonlyMap<BatchEntry, string>,
): Progress {
  const named = [...leftEntries].map(([entry, because]): NotUndone => {
    const { action: _, ...record } = toBatchChange(entry)
    return { ...record, because }
  })
  return {
    before: entries.at(-1)?.id ?? before,
    undone: undone + entries.length - leftEntries.size,
    leftCount: leftCount + leftEntries.size,
    left: [...left, ...named].slice(0, maxNotUndoneListed),
  }
}

function logLeft(ctx: Context, batchId: string, { leftCount, left }: UndoStep): void {
  if (leftCount === 0) return
  const records = left.map(({ entity, id, because }) => ({ entity, id, because }))
  ctx.log.error({ batchId, leftCount, records }, 'records of an interrupted bulk change could not be undone')
}
