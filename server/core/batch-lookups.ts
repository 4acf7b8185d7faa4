import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

/** Keys in one lookup; further keys go into the next batch. */
const maxBatchSize = 64
/** Milliseconds a batch waits for the lookup before it, which may never end. */
const maxWait = 50

/**
 * Combines lookups by key: keys requested while a lookup is running are looked up together afterwards. No request gets the
 * result of a lookup that started before it.
 */
export function batchLookups<T>(
  lookUp: (keys: readonly string[]) => Promise<T>,
): (key: string) => Promise<T> {
  interface Batch {
    keys: Set<string>
    result: Promise<T>
  }
  let next: Batch | undefined
  let last: Promise<unknown> = Promise.resolve()

  const openBatch = (): Batch => {
    const keys = new Set<string>()
    // The requests that arrived in this turn of the event loop are read before the lookup starts.
    const ready = Promise.race([last, sleep(maxWait, undefined, { ref: false })]).then(() => setImmediate())
    const result = ready.then(() => {
      if (next?.keys === keys) next = undefined
      return lookUp([...keys])
    })
    last = result.catch(() => {})
    return { keys, result }
  }
  return (key) => {
    if (!next || (next.keys.size >= maxBatchSize && !next.keys.has(key))) next = openBatch()
    next.keys.add(key)
    return next.result
  }
}
