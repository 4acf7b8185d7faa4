import type { Context } from '../context.ts'
import type { Tx } from '../store/dialect.ts'

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

/**
 * The same for a rehearsal alone. Where one writer serves everybody, a long one works on a copy of the database, so that
 * others can save meanwhile.
 */
export async function rehearse<T>(
  ctx: Context,
  isLong: boolean,
  work: (ctx: Context, tx: Tx) => Promise<T>,
): Promise<T> {
  const copy = isLong ? await ctx.store.copy?.() : undefined
  if (!copy) return doOrRehearse(ctx, true, (tx) => work(ctx, tx))
  try {
    const trial = { ...ctx, store: copy }
    return await copy.transaction((tx) => work(trial, tx))
  } finally {
    await copy.close()
  }
}
