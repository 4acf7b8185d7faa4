import type { Dialect } from './dialect.ts'

const maxTries = 4

/** Repeats work that failed with a deadlock or a serialization failure. */
export async function retryOnConflict<T>(dialect: Dialect, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === maxTries || dialect.explain(error)?.kind !== 'again') throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * tries))
    }
  }
}
