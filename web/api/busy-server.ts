/** How often one request is sent while the server is busy, and how long it waits in all, in milliseconds. */
export const maxTries = 4
export const maxWait = 5000

/**
 * How long to wait before a request is sent again that was answered with 503 and `Retry-After`; undefined for any other
 * answer. A part is random, so that those who were turned away together do not come back together.
 */
export function pauseBefore({ status, headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  if (status !== 503 || !Number.isFinite(seconds) || seconds < 0) return undefined
  return seconds * 1000 * (0.75 + Math.random() / 2) + Math.random() * 200
}

/** Ends with the reason of the signal when the person leaves meanwhile. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const leave = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', leave, { once: true })
  })
}
