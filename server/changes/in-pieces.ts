import { serviceUnavailable } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { createSemaphore } from '../base/semaphore.ts'
import type { Tx } from '../store/dialect.ts'
import { yieldToEventLoop, pauseWhenDue } from '../base/yield-to-event-loop.ts'
import type { Store } from '../store/store.ts'
import { beginBatch, type NewBatch } from './batch-service.ts'
import { changeBatch } from './batch-store.ts'
import { t } from '#domain/messages/t.ts'

/** Runs one piece of the work in a transaction: its own, or the one that contains all pieces. */
export type InPiece = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

export type BatchContext = Context & { batchId: string }

export interface LargeChange<Done, Result> {
  /** Whether the change would block other writers for too long. */
  isLarge: boolean
  /** The transaction to use if the change is not written in pieces; `store.transaction` by default. */
  oneTransaction?: Store['transaction'] | undefined
  /** Checks that the change may begin, in the transaction that inserts the batch. */
  begin: (tx: Tx) => Promise<NewBatch>
  work: (ctx: BatchContext, inPiece: InPiece) => Promise<Done>
  /** Runs last, in the transaction that marks the batch as done. */
  finish: (ctx: BatchContext, tx: Tx, done: Done) => Promise<Result>
  /** Undoes the pieces of a batch that cannot be finished. */
  undoChanges: (ctx: Context, batchId: string) => Promise<unknown>
}

/** How many records one transaction changes. */
export const recordsInPiece = 50

/** Lets other requests run between two pieces. No pause on PostgreSQL, where row locks are held, nor in a worker thread, which blocks no request. */
export const betweenPieces = ({ store }: Context): Promise<void> =>
  store.dialect.isEmbedded && !store.relaxedTransaction ? pauseWhenDue() : yieldToEventLoop()

const maxWaiting = 20
const queues = new WeakMap<Store, ReturnType<typeof createSemaphore>>()

/**
 * Changes many records, all or nothing. On PostgreSQL this is one transaction. SQLite has a single writer, so there a large
 * change is an open batch of small transactions: it is undone when it fails, and at the next start when the process ends
 * before it is done.
 */
export function changeMany<Done, Result>(ctx: Context, change: LargeChange<Done, Result>): Promise<Result> {
  const { store } = ctx
  if (!change.isLarge || !store.dialect.isEmbedded)
    return (change.oneTransaction ?? store.transaction)(async (tx) => {
      const batchContext = await beginBatch(ctx, tx, await change.begin(tx))
      const done = await change.work(batchContext, (work) => work(tx))
      return change.finish(batchContext, tx, done)
    })
  const queue = queues.get(store) ?? createSemaphore({ maxConcurrent: 1, maxWaiting, onFull: tooMany })
  queues.set(store, queue)
  // Two concurrent changes could each change half of the same records.
  return queue(() => inOpenBatch(ctx, change))
}

async function inOpenBatch<Done, Result>(ctx: Context, change: LargeChange<Done, Result>): Promise<Result> {
  const { store } = ctx
  const batchContext = await store.transaction(async (tx) =>
    beginBatch(ctx, tx, { ...(await change.begin(tx)), isOpen: true }),
  )
  try {
    const done = await change.work(batchContext, store.transaction)
    return await store.transaction(async (tx) => {
      await changeBatch(tx, batchContext.batchId, { state: 'done' })
      return change.finish(batchContext, tx, done)
    })
  } catch (error) {
    await change.undoChanges(ctx, batchContext.batchId).catch((failure: unknown) => {
      ctx.log.error(
        { err: failure, batchId: batchContext.batchId },
        'a failed bulk change could not be undone; it will be undone at the next start',
      )
    })
    throw error
  }
}

const tooMany = (): Error =>
  serviceUnavailable(t('Too many large changes are waiting. Nothing was changed; try again in a minute'), 60)
