import type { Dialect } from './dialect.ts'

const maxTries = 4

/** Repeats work that failed with a deadlock or a serialization failure, or because another server has become the primary. */
export async function retryOnConflict<T>(dialect: Dialect, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const failure = dialect.explain(error)
      const hasMoved = failure?.kind === 'unavailable' && failure.hasMoved
      if (hasMoved) dialect.renewConnections?.()
      if (tries === maxTries || (failure?.kind !== 'again' && !hasMoved)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * tries))
    }
  }
}
