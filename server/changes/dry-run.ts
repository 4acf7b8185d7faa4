import { serviceUnavailable } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import { createSemaphore } from '../base/semaphore.ts'
import type { Tx } from '../store/dialect.ts'
import type { Store } from '../store/store.ts'
import { t } from '#domain/messages/t.ts'

/** Thrown to roll a dry run back. */
class DryRunRollback extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('dry run')
    this.result = result
  }
}

/** A dry run does the same work and rolls it back, so its result is what would happen. */
export async function runOrDryRun<T>(
  { store }: Pick<Context, 'store'>,
  isDryRun: boolean,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await store.transaction(async (tx) => {
      const result = await work(tx)
      if (isDryRun) throw new DryRunRollback(result)
      return result
    })
  } catch (error) {
    if (error instanceof DryRunRollback) return error.result as T
    throw error
  }
}

/** Each copy takes as much disk space as the database. */
const copies = { maxConcurrent: 1, maxWaiting: 4 }
const queues = new WeakMap<Store, ReturnType<typeof createSemaphore>>()

const tooMany = (): Error =>
  serviceUnavailable(
    t('Several large changes are already being checked. Nothing was changed; try again in a minute'),
    60,
  )

/**
 * Does the work as a dry run. On SQLite, which has a single writer, a long one runs on a copy of the database so that it does
 * not block other writes.
 */
export async function dryRun<T>(
  ctx: Context,
  isLong: boolean,
  work: (ctx: Context, tx: Tx) => Promise<T>,
): Promise<T> {
  const { store } = ctx
  const { copy: openCopy } = store
  if (!isLong || !openCopy) return runOrDryRun(ctx, true, (tx) => work(ctx, tx))
  const queue = queues.get(store) ?? createSemaphore({ ...copies, onFull: tooMany })
  queues.set(store, queue)
  return queue(async () => {
    const copy = await openCopy()
    try {
      return await copy.transaction((tx) => work({ ...ctx, store: copy }, tx))
    } finally {
      await copy.close()
    }
  })
}
