import { ApiProblem, Unreachable } from '../api/api-problem.ts'

/** Whether it may go well when it is tried again: no connection, or a server that is just starting. */
export const isPassing = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof ApiProblem && error.status >= 502)

const pause = 2500 // milliseconds

/** A moment, or until the network is back. */
export function untilWorthTrying(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, pause)
    addEventListener('online', end)
    signal?.addEventListener('abort', end)
  })
}
