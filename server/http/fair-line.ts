export interface Queued {
  /** Who it is for: the account or the address. */
  key: string
  refuse: (() => void) | undefined
}

/** Requests that wait, in a line for each caller; the callers take turns, whatever the length of their lines. */
export class FairLine<T extends Queued> {
  readonly #lines = new Map<string, T[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** How many callers wait. */
  get lines(): number {
    return this.#lines.size
  }

  push(one: T): void {
    const line = this.#lines.get(one.key)
    if (line) line.push(one)
    else this.#lines.set(one.key, [one])
    this.#size++
  }

  /** The first of the caller whose turn it is. */
  shift(): T | undefined {
    const [key, line] = this.#lines.entries().next().value ?? []
    if (key === undefined || !line) return undefined
    const first = line.shift()!
    this.#size--
    this.#lines.delete(key)
    if (line.length > 0) this.#lines.set(key, line)
    return first
  }

  remove(one: T): void {
    const line = this.#lines.get(one.key)
    const at = line?.indexOf(one) ?? -1
    if (at >= 0) this.#cut(one.key, line!, at)
  }

  /** Takes out the last that may be refused of the longest line, but none of its first so many; undefined where there is none. */
  takeLastOfLongest(keep: number): T | undefined {
    let longest: { key: string; line: T[]; at: number } | undefined
    for (const [key, line] of this.#lines) {
      if (line.length <= Math.max(keep, longest?.line.length ?? 0)) continue
      const at = line.findLastIndex(({ refuse }) => refuse !== undefined)
      if (at >= keep) longest = { key, line, at }
    }
    return longest && this.#cut(longest.key, longest.line, longest.at)
  }

  lengthOf(key: string): number {
    return this.#lines.get(key)?.length ?? 0
  }

  #cut(key: string, line: T[], at: number): T {
    const [one] = line.splice(at, 1)
    this.#size--
    if (line.length === 0) this.#lines.delete(key)
    return one!
  }
}
