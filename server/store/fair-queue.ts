import { Problem, serviceUnavailable } from '#domain/problem.ts'
import type { Caller } from '../base/caller.ts'
import { t } from '#domain/messages/t.ts'

export interface FairQueueOptions {
  /** How many run at once. */
  slots: number
  /** How many of one caller run at once. */
  slotsPerCaller?: number
  now?: () => number
}

const maxWaitingPerCaller = 24
const maxWaiting = 400
const maxWait = 10_000
/** A caller who has used this many milliseconds recently leaves one slot to others. */
const heavyUse = 1000
/** Milliseconds after which usage counts half. */
const halfLife = 10_000
const maxTracked = 5000

interface WaitingCaller {
  caller: Caller
  admit: () => void
}

interface Usage {
  milliseconds: number
  at: number
}

/**
 * Shares a few slots between callers. The caller with the least recent usage is next, so that one short read does not wait
 * behind twenty long ones of another caller; with more than one slot, one of them is reserved for callers with little usage.
 */
export class FairQueue {
  readonly #slots: number
  readonly #slotsPerCaller: number
  readonly #now: () => number
  readonly #waiting: WaitingCaller[] = []
  readonly #running = new Map<string, number>()
  readonly #usage = new Map<string, Usage>()
  #count = 0
  #heavy = 0
  #isClosed = false

  constructor({ slots, slotsPerCaller = 1, now = () => performance.now() }: FairQueueOptions) {
    this.#slots = slots
    this.#slotsPerCaller = slotsPerCaller
    this.#now = now
  }

  /** Resolves when the caller gets a slot, with the function that releases it. */
  async enter(caller: Caller): Promise<() => void> {
    const signal = caller.signal?.()
    if (this.#isClosed) throw stopping()
    if (signal?.aborted) throw clientDisconnected()
    const own = this.#waiting.filter((each) => each.caller.key === caller.key).length
    if (own >= maxWaitingPerCaller)
      throw serviceUnavailable(
        t('Several of your searches are still running. Wait for them, then try again'),
        5,
      )
    if (this.#waiting.length >= maxWaiting) throw busy()
    caller.onLongRead?.()
    if (this.#waiting.length === 0 && this.#canStart(caller.key)) return this.#start(caller.key)
    return this.#waitForSlot(caller, signal)
  }

  /** Refuses all waiting callers, and all later ones. */
  close(): void {
    this.#isClosed = true
    for (const { admit } of this.#waiting.splice(0)) admit()
  }

  #waitForSlot(caller: Caller, signal: AbortSignal | undefined): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = (error: Error): void => {
        const at = this.#waiting.indexOf(waiting)
        if (at >= 0) this.#waiting.splice(at, 1)
        settle()
        reject(error)
      }
      const onAbort = (): void => leave(clientDisconnected())
      const timer = setTimeout(() => leave(busy()), maxWait)
      const settle = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const waiting: WaitingCaller = {
        caller,
        admit: () => {
          settle()
          if (this.#isClosed) reject(stopping())
          else resolve(this.#start(caller.key))
        },
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#waiting.push(waiting)
      this.#admitNext()
    })
  }

  #start(key: string): () => void {
    const start = this.#now()
    const isHeavy = this.#isHeavy(key)
    this.#countRunning(key, 1, isHeavy)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#countRunning(key, -1, isHeavy)
      this.#recordUsage(key, this.#now() - start)
      this.#admitNext()
    }
  }

  #countRunning(key: string, count: 1 | -1, isHeavy: boolean): void {
    this.#count += count
    if (isHeavy) this.#heavy += count
    const left = (this.#running.get(key) ?? 0) + count
    if (left > 0) this.#running.set(key, left)
    else this.#running.delete(key)
  }

  #canStart(key: string): boolean {
    if (this.#count >= this.#slots || (this.#running.get(key) ?? 0) >= this.#slotsPerCaller) return false
    return this.#slots === 1 || !this.#isHeavy(key) || this.#heavy < this.#slots - 1
  }

  #admitNext(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      next.admit()
    }
  }

  #next(): WaitingCaller | undefined {
    let next: WaitingCaller | undefined
    for (const each of this.#waiting) {
      if (!this.#canStart(each.caller.key)) continue
      if (!next || this.#usageOf(each.caller.key) < this.#usageOf(next.caller.key)) next = each
    }
    return next
  }

  #usageOf(key: string): number {
    const use = this.#usage.get(key)
    return use ? use.milliseconds * 0.5 ** ((this.#now() - use.at) / halfLife) : 0
  }

  #isHeavy(key: string): boolean {
    return this.#usageOf(key) >= heavyUse
  }

  #recordUsage(key: string, milliseconds: number): void {
    const used = this.#usageOf(key) + milliseconds
    this.#usage.delete(key)
    if (this.#usage.size >= maxTracked) this.#usage.delete(this.#usage.keys().next().value!)
    this.#usage.set(key, { milliseconds: used, at: this.#now() })
  }
}

const busy = (): Problem => serviceUnavailable(t('Too many searches are running. Try again in a moment'), 2)
const stopping = (): Problem => serviceUnavailable(t('The server is stopping. Try again in a moment'), 2)
/** Never sent, because the client has disconnected. */
export const clientDisconnected = (): Problem => new Problem(503, { msg: t('The request was cancelled') })
/** Without Retry-After: a retry would take as long again. */
export const tookTooLong = (): Problem =>
  new Problem(503, { msg: t('This search takes too long. Add a filter or more letters.') })
