import { ApiProblem, Unreachable } from '../api/api-problem.ts'

/** Whether a retry may succeed: no connection, or a server that is starting. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof ApiProblem && error.status >= 502)

const interval = 2500 // milliseconds

/** Waits for the interval, or until the browser is online again. */
export function retryDelay(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, interval)
    addEventListener('online', end)
    signal?.addEventListener('abort', end)
  })
}
