import { Problem, tryLater } from '#domain/problem.ts'
import type { Caller } from '../caller.ts'

export interface FairQueueOptions {
  /** How many run at once. */
  slots: number
  /** How many of one caller run at once. */
  slotsOfOne?: number
  now?: () => number
}

const maxWaitingOfOne = 24
const maxWaiting = 400
const maxWait = 10_000
/** A caller who has used this many milliseconds lately leaves one slot to those who have not. */
const heavyUse = 1000
/** What was used counts half after this many milliseconds. */
const halfLife = 10_000
const maxKnown = 5000

interface Waiting {
  caller: Caller
  admit: () => void
}

interface Use {
  milliseconds: number
  at: number
}

/**
 * Shares a few slots out among callers. The next one is always the caller who has used the least time lately, so somebody
 * with one short read does not wait behind somebody with twenty long ones; and as long as there is more than one slot, one
 * of them is kept free of callers who have used much.
 */
export class FairQueue {
  readonly #slots: number
  readonly #slotsOfOne: number
  readonly #now: () => number
  readonly #waiting: Waiting[] = []
  readonly #running = new Map<string, number>()
  readonly #used = new Map<string, Use>()
  #count = 0
  #heavy = 0
  #isClosed = false

  constructor({ slots, slotsOfOne = 1, now = () => performance.now() }: FairQueueOptions) {
    this.#slots = slots
    this.#slotsOfOne = slotsOfOne
    this.#now = now
  }

  /** Resolves when it is the caller's turn, with what must be called when the turn is over. */
  async enter(caller: Caller): Promise<() => void> {
    const signal = caller.signal?.()
    if (this.#isClosed) throw stopping()
    if (signal?.aborted) throw hungUp()
    const own = this.#waiting.filter((each) => each.caller.key === caller.key).length
    if (own >= maxWaitingOfOne)
      throw tryLater('Several of your searches are still running. Wait for them, then try again', 5)
    if (this.#waiting.length >= maxWaiting) throw busy()
    caller.onLongRead?.()
    if (this.#waiting.length === 0 && this.#mayBegin(caller.key)) return this.#begin(caller.key)
    return this.#turnOf(caller, signal)
  }

  /** Whoever waits is turned away, and so is everybody who comes from now on. */
  close(): void {
    this.#isClosed = true
    for (const { admit } of this.#waiting.splice(0)) admit()
  }

  #turnOf(caller: Caller, signal: AbortSignal | undefined): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = (error: Error): void => {
        const at = this.#waiting.indexOf(waiting)
        if (at >= 0) this.#waiting.splice(at, 1)
        settle()
        reject(error)
      }
      const onAbort = (): void => leave(hungUp())
      const timer = setTimeout(() => leave(busy()), maxWait)
      const settle = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const waiting: Waiting = {
        caller,
        admit: () => {
          settle()
          if (this.#isClosed) reject(stopping())
          else resolve(this.#begin(caller.key))
        },
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#waiting.push(waiting)
      this.#admitNext()
    })
  }

  #begin(key: string): () => void {
    const began = this.#now()
    const isHeavy = this.#isHeavy(key)
    this.#take(key, 1, isHeavy)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#take(key, -1, isHeavy)
      this.#note(key, this.#now() - began)
      this.#admitNext()
    }
  }

  #take(key: string, count: 1 | -1, isHeavy: boolean): void {
    this.#count += count
    if (isHeavy) this.#heavy += count
    const left = (this.#running.get(key) ?? 0) + count
    if (left > 0) this.#running.set(key, left)
    else this.#running.delete(key)
  }

  #mayBegin(key: string): boolean {
    if (this.#count >= this.#slots || (this.#running.get(key) ?? 0) >= this.#slotsOfOne) return false
    return this.#slots === 1 || !this.#isHeavy(key) || this.#heavy < this.#slots - 1
  }

  #admitNext(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      next.admit()
    }
  }

  #next(): Waiting | undefined {
    let next: Waiting | undefined
    for (const each of this.#waiting) {
      if (!this.#mayBegin(each.caller.key)) continue
      if (!next || this.#useOf(each.caller.key) < this.#useOf(next.caller.key)) next = each
    }
    return next
  }

  #useOf(key: string): number {
    const use = this.#used.get(key)
    return use ? use.milliseconds * 0.5 ** ((this.#now() - use.at) / halfLife) : 0
  }

  #isHeavy(key: string): boolean {
    return this.#useOf(key) >= heavyUse
  }

  #note(key: string, milliseconds: number): void {
    const used = this.#useOf(key) + milliseconds
    this.#used.delete(key)
    if (this.#used.size >= maxKnown) this.#used.delete(this.#used.keys().next().value!)
    this.#used.set(key, { milliseconds: used, at: this.#now() })
  }
}

const busy = (): Problem => tryLater('Too many searches are running. Try again in a moment', 2)
const stopping = (): Problem => tryLater('The server is stopping. Try again in a moment', 2)
/** The client has gone, so nobody reads this. */
export const hungUp = (): Problem => new Problem(503, { msg: 'The request was given up' })
/** Without a time to try again at: the same would take as long again. */
export const tookTooLong = (): Problem =>
  new Problem(503, { msg: 'This search takes too long. Add a filter or more letters.' })
