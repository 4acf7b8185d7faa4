import { tryLater } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { inTurns } from '../in-turns.ts'
import type { Tx } from '../store/dialect.ts'
import type { Store } from '../store/open-store.ts'
import { beginBatch, type AboutBatch } from './batch-service.ts'
import { changeBatch } from './batch-store.ts'

/** Runs a part of the work in a transaction: one of its own, or the one that holds all parts. */
export type InPiece = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

export type BatchContext = Context & { batchId: string }

export interface LargeChange<Done, Result> {
  /** Whether there is more to do than others should wait for. */
  isLarge: boolean
  /** Checks that it may begin, in the transaction that writes the batch down. */
  begin: (tx: Tx) => Promise<AboutBatch>
  work: (ctx: BatchContext, inPiece: InPiece) => Promise<Done>
  /** What closes it, in the transaction after which it counts as done. */
  finish: (ctx: BatchContext, tx: Tx, done: Done) => Promise<Result>
  /** Undoes the pieces of a batch that cannot be finished. */
  takeBack: (ctx: Context, batchId: string) => Promise<unknown>
}

/** So many records are changed before others may save. */
export const recordsInPiece = 50

const maxWaiting = 20
const oneAtATime = new WeakMap<Store, ReturnType<typeof inTurns>>()

/**
 * Changes many records, all or nothing. PostgreSQL does it in one transaction. SQLite has one writer for everybody, so there
 * a large change is an open batch of small transactions: it is taken back when it fails, and at the next start when the
 * process ends before it is done.
 */
export function changeMany<Done, Result>(ctx: Context, change: LargeChange<Done, Result>): Promise<Result> {
  const { store } = ctx
  if (!change.isLarge || !store.dialect.isEmbedded)
    return store.transaction(async (tx) => {
      const within = await beginBatch(ctx, tx, await change.begin(tx))
      const done = await change.work(within, (work) => work(tx))
      return change.finish(within, tx, done)
    })
  const queue = oneAtATime.get(store) ?? inTurns({ atOnce: 1, waiting: maxWaiting, full: tooMany })
  oneAtATime.set(store, queue)
  // Two at once could each change half of the same records.
  return queue(() => inOpenBatch(ctx, change))
}

async function inOpenBatch<Done, Result>(ctx: Context, change: LargeChange<Done, Result>): Promise<Result> {
  const { store } = ctx
  const within = await store.transaction(async (tx) =>
    beginBatch(ctx, tx, { ...(await change.begin(tx)), isOpen: true }),
  )
  try {
    const done = await change.work(within, store.transaction)
    return await store.transaction(async (tx) => {
      await changeBatch(tx, within.batchId, { state: 'done' })
      return change.finish(within, tx, done)
    })
  } catch (error) {
    await change.takeBack(ctx, within.batchId).catch((failure: unknown) => {
      ctx.log.error(
        { err: failure, batchId: within.batchId },
        'a change could not be undone; the next start will',
      )
    })
    throw error
  }
}

const tooMany = (): Error =>
  tryLater('Many large changes are waiting already. Nothing was changed; try again in a minute', 60)
