export interface QueuedRequest {
  /** The caller: the account or the address. */
  key: string
  refuse: (() => void) | undefined
}

/** Waiting requests in one queue per caller; the callers take turns, whatever the length of their queues. */
export class CallerQueues<T extends QueuedRequest> {
  readonly #queues = new Map<string, T[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The number of callers that wait. */
  get callers(): number {
    return this.#queues.size
  }

  push(one: T): void {
    const queue = this.#queues.get(one.key)
    if (queue) queue.push(one)
    else this.#queues.set(one.key, [one])
    this.#size++
  }

  /** The first request of the next caller. */
  shift(): T | undefined {
    const [key, queue] = this.#queues.entries().next().value ?? []
    if (key === undefined || !queue) return undefined
    const first = queue.shift()!
    this.#size--
    this.#queues.delete(key)
    if (queue.length > 0) this.#queues.set(key, queue)
    return first
  }

  remove(one: T): void {
    const queue = this.#queues.get(one.key)
    const at = queue?.indexOf(one) ?? -1
    if (at >= 0) this.#cut(one.key, queue!, at)
  }

  /** Removes the last refusable request of the longest queue, but none of its first `minLength`; undefined if there is none. */
  dropFromLongest(minLength: number): T | undefined {
    let longest: { key: string; queue: T[]; at: number } | undefined
    for (const [key, queue] of this.#queues) {
      if (queue.length <= Math.max(minLength, longest?.queue.length ?? 0)) continue
      const at = queue.findLastIndex(({ refuse }) => refuse !== undefined)
      if (at >= minLength) longest = { key, queue, at }
    }
    return longest && this.#cut(longest.key, longest.queue, longest.at)
  }

  lengthOf(key: string): number {
    return this.#queues.get(key)?.length ?? 0
  }

  #cut(key: string, queue: T[], at: number): T {
    const [one] = queue.splice(at, 1)
    this.#size--
    if (queue.length === 0) this.#queues.delete(key)
    return one!
  }
}
