import { tryLater } from '#domain/problem.ts'
import type { Context } from '../context.ts'
import { inTurns } from '../in-turns.ts'
import type { Tx } from '../store/dialect.ts'
import type { Store } from '../store/open-store.ts'

/** Thrown to take a rehearsal back. */
class Rehearsed extends Error {
  readonly told: unknown
  constructor(told: unknown) {
    super('a rehearsal')
    this.told = told
  }
}

/** A rehearsal is the very same work, and then taken back: what it tells is what would happen. */
export async function doOrRehearse<T>(
  { store }: Pick<Context, 'store'>,
  isRehearsal: boolean,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await store.transaction(async (tx) => {
      const told = await work(tx)
      if (isRehearsal) throw new Rehearsed(told)
      return told
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.told as T
    throw error
  }
}

/** Each copy needs as much of the disk as the database. */
const copies = { atOnce: 1, waiting: 4 }
const queues = new WeakMap<Store, ReturnType<typeof inTurns>>()

const tooMany = (): Error =>
  tryLater('Several large changes are being checked already. Nothing was changed; try again in a minute', 60)

/**
 * The same for a rehearsal alone. Where one writer serves everybody, a long one works on a copy of the database, so that
 * others can save meanwhile.
 */
export async function rehearse<T>(
  ctx: Context,
  isLong: boolean,
  work: (ctx: Context, tx: Tx) => Promise<T>,
): Promise<T> {
  const { store } = ctx
  const { copy: openCopy } = store
  if (!isLong || !openCopy) return doOrRehearse(ctx, true, (tx) => work(ctx, tx))
  const queue = queues.get(store) ?? inTurns({ ...copies, full: tooMany })
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
