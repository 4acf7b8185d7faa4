/** Maximum attempts of one request while the server is busy, and maximum total wait in milliseconds. */
export const maxTries = 4
export const maxWait = 5000

/**
 * Milliseconds to wait before retrying a response of the server (503) or of a proxy before it (also 502 and 504) with
 * `Retry-After`; undefined for any other response. Random jitter keeps clients that were rejected together from retrying together.
 */
export function retryDelay({ status, headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  if (status < 502 || status > 504 || !Number.isFinite(seconds) || seconds < 0) return undefined
  return seconds * 1000 * (0.75 + Math.random() / 2) + Math.random() * 200
}

/** Rejects with the reason of the signal when it is aborted. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const onAbort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
