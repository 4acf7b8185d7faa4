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
