/** One try of a request. Times are in milliseconds. */
export interface Attempt {
  began: number
  ended: number
  /** Why it failed. */
  error?: string
}

/** A request with all its tries. */
export interface Request {
  began: number
  ended: number
  tries: number
  /** A browser would not have repeated it any more: it showed an error, and the user tried again. */
  wasShown: boolean
}

export interface Outage {
  /** Seconds from the kill until the last try that failed had ended; 0 if none failed. */
  errors: number
  failed: number
  /** The most frequent reasons, each with its number. */
  reasons: string
  /** Seconds that the slowest request took with all its tries. */
  longestWait: number
  /** How many requests a user would have had to repeat. */
  shown: number
}

/** What clients saw from a kill on, of the attempts and requests until the next one. */
export function outageOf(killed: number, attempts: readonly Attempt[], requests: readonly Request[]): Outage {
  const failed = attempts.filter(({ ended, error }) => error !== undefined && ended >= killed)
  const after = requests.filter(({ ended }) => ended >= killed)
  const seconds = (milliseconds: number): number => milliseconds / 1000
  return {
    errors: seconds(Math.max(0, ...failed.map(({ ended }) => ended - killed))),
    failed: failed.length,
    reasons: topReasons(failed.map(({ error }) => error ?? '')),
    longestWait: seconds(Math.max(0, ...after.map(({ began, ended }) => ended - began))),
    shown: after.filter(({ wasShown }) => wasShown).length,
  }
}

function topReasons(reasons: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one)
  return sorted
    .slice(0, 4)
    .map(([reason, count]) => `${count} × ${reason}`)
    .join('; ')
}

/** Acknowledged writes that are not there, and writes that are there more than once. */
export function compareWrites(
  acknowledged: ReadonlySet<string>,
  stored: readonly { token: string; count: number }[],
): { lost: number; doubled: number } {
  const found = new Map(stored.map(({ token, count }) => [token, count]))
  return {
    lost: [...acknowledged].filter((token) => !found.has(token)).length,
    doubled: stored.filter(({ count }) => count > 1).length,
  }
}
