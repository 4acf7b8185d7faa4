import { setImmediate as pause } from 'node:timers/promises'
import { nameOfActor, system } from '#domain/access/actor.ts'
import { mostLeftNamed, type LeftAsItIs } from '#domain/batches.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../store/dialect.ts'
import { beginBatch, changeIn } from './batch-service.ts'
import {
  changeBatch,
  deleteBatch,
  entriesOfBatch,
  lockBatch,
  openUndoOf,
  type Batch,
  type BatchEntry,
} from './batch-store.ts'
import { recordsInPiece, type BatchContext } from './in-pieces.ts'
import { putBackExactly } from './put-back-exactly.ts'

/** How far it is. Kept with the batch that takes back, so that another process can go on from there. */
interface Progress {
  /** The entry that was taken back last. */
  before: string | null
  undone: number
  leftCount: number
  left: LeftAsItIs[]
}

export interface TakenBack {
  /** How many records could not be put back. */
  leftCount: number
}

/**
 * Undoes as much as was done of a batch that cannot be finished, on behalf of the system: the person may lack the right to
 * delete what they added. Each piece is a transaction that goes on where the last one ended. A batch that changed nothing
 * leaves no trace.
 */
export async function takeBack(
  given: Context,
  batchId: string,
  because = 'a change that was cut off',
): Promise<TakenBack> {
  const { batchId: _, ...rest } = given
  const ctx: Context = { ...rest, actor: system(because) }
  const inPiece = ctx.store.piece ?? ctx.store.transaction
  for (;;) {
    const step = await inPiece((tx) => takeBackPiece(ctx, tx, batchId))
    if (step.isOver) {
      logLeft(ctx, batchId, step)
      return { leftCount: step.leftCount }
    }
    // Others are served between two pieces.
    await pause()
  }
}

type Step = Pick<Progress, 'leftCount' | 'left'> & { isOver: boolean }

async function takeBackPiece(ctx: Context, tx: Tx, batchId: string): Promise<Step> {
  const batch = await lockBatch(tx, ctx.store.dialect, batchId)
  if (batch?.state !== 'open') return { isOver: true, leftCount: 0, left: [] }
  const undo = await openUndoOf(tx, batch.id)
  const progress = readProgress(undo?.report ?? null)
  const { before } = progress
  const entries = await entriesOfBatch(tx, batch.id, {
    limit: recordsInPiece,
    ...(before !== null && { before }),
  })
  if (!undo && entries.length === 0) {
    await deleteBatch(tx, batch.id)
    return { isOver: true, leftCount: 0, left: [] }
  }
  const within: BatchContext = undo ? { ...ctx, batchId: undo.id } : await beginUndo(ctx, tx, batch)
  const left = await putBackExactly(within, tx, batch, entries)
  const now = withPiece(progress, entries, left)
  const isOver = entries.length < recordsInPiece
  if (!isOver) await changeBatch(tx, within.batchId, { report: JSON.stringify(now) })
  else {
    await changeBatch(tx, within.batchId, { state: 'done', report: null })
    await changeBatch(tx, batch.id, {
      state: now.leftCount > 0 ? 'partly undone' : 'undone',
      undone_at: ctx.now().toISOString(),
      undone_by: nameOfActor(ctx.actor),
    })
  }
  return { isOver, leftCount: now.leftCount, left: now.left }
}

const beginUndo = (ctx: Context, tx: Tx, { id, entity, title }: Batch): Promise<BatchContext> =>
  beginBatch(ctx, tx, { kind: 'undo', entity, title: `Taken back: ${title}`, undoes: id, isOpen: true })

const readProgress = (report: string | null): Progress =>
  report === null ? { before: null, undone: 0, leftCount: 0, left: [] } : (JSON.parse(report) as Progress)

function withPiece(
  { before, undone, leftCount, left }: Progress,
  entries: readonly BatchEntry[],
  of: ReadonlyMap<BatchEntry, string>,
): Progress {
  const named = [...of].map(([entry, because]): LeftAsItIs => {
    const { action: _, ...record } = changeIn(entry)
    return { ...record, because }
  })
  return {
    before: entries.at(-1)?.id ?? before,
    undone: undone + entries.length - of.size,
    leftCount: leftCount + of.size,
    left: [...left, ...named].slice(0, mostLeftNamed),
  }
}

function logLeft(ctx: Context, batchId: string, { leftCount, left }: Step): void {
  if (leftCount === 0) return
  const records = left.map(({ entity, id, because }) => ({ entity, id, because }))
  ctx.log.error({ batchId, leftCount, records }, 'records of a change that was cut off could not be put back')
}
