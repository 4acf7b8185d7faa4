const [seconds, minutes] = [1000, 60_000]
const ttl = minutes
/** A value older than this is no longer served while the next one is computed. */
const maxStale = 15 * minutes
/** The minimum time between two computations of one key, so that repeated requests cannot keep the database busy. */
const minInterval = 10 * seconds
/**
 * After a change the interval is shorter, this multiple of the last computation: a small firm sees its import at once.
 */
const intervalFactorAfterChange = 10
const defaultMaxWait = 2 * seconds
const maxEntries = 500

interface CacheEntry<T> {
  answer?: { value: T; at: number; state: string; took: number }
  /** The running computation. */
  counting?: Promise<T>
  /** When the last computation ended, successful or not. */
  ended: number
}

export interface CacheRequest<T> {
  key: string
  /** Wait for a new value instead of the cached one. */
  fresh: boolean
  /**
   * After a change, the request waits for a computation that took at most this long the last time; for a longer one it
   * gets the last value.
   */
  maxWait?: number | undefined
  /** Changes whenever the underlying records change. */
  state: string
  now: () => number
  count: () => Promise<T>
}

/**
 * Caches values that take long to compute for a minute or until records change (stale-while-revalidate): an expired
 * value is still served while the next one is computed. Only requests without a cached value and those that ask for a
 * fresh one wait, and they share one computation.
 */
export class ResponseCache<T> {
  readonly #entries = new Map<string, CacheEntry<T>>()

  async get(request: CacheRequest<T>): Promise<T> {
    const { key, fresh, maxWait = defaultMaxWait, state, now } = request
    const entry = this.#entries.get(key)
    const age = entry?.answer ? now() - entry.answer.at : Infinity
    if (!entry?.answer || age >= maxStale) return entry?.counting ?? this.#start(request)
    const { answer } = entry
    const isChanged = answer.state !== state
    const interval = isChanged ? Math.min(minInterval, intervalFactorAfterChange * answer.took) : minInterval
    const isStale = fresh || isChanged || age >= ttl
    const counting =
      entry.counting ?? (isStale && now() - entry.ended >= interval ? this.#start(request) : undefined)
    const shouldWait = fresh || (isChanged && answer.took <= maxWait)
    return shouldWait && counting ? counting : answer.value
  }

  #start({ key, state, now, count }: CacheRequest<T>): Promise<T> {
    const entry: CacheEntry<T> = this.#entries.get(key) ?? { ended: -Infinity }
    // Evict the entry that was computed longest ago.
    this.#entries.delete(key)
    if (this.#entries.size >= maxEntries) this.#entries.delete(this.#entries.keys().next().value!)
    this.#entries.set(key, entry)
    const startedAt = now()
    const counting = count()
      .then((value) => {
        entry.answer = { value, at: now(), state, took: now() - startedAt }
        return value
      })
      .finally(() => {
        entry.ended = now()
        delete entry.counting
      })
    entry.counting = counting
    // There may be no request waiting for it.
    counting.catch(() => {})
    return counting
  }
}
