import { CallerQueues, type QueuedRequest } from './caller-queues.ts'

/** A task that waits or runs. */
export interface Ticket {
  /** The task is done or cancelled; calling it twice is harmless. */
  leave: () => void
}

/** Concurrent tasks; more would only make each of them slower. */
const maxRunning = 16
/** Milliseconds after which a running task, such as an export, no longer occupies a slot. */
const longTask = 1000
/** Maximum wait in milliseconds. */
const maxWait = 300
/** Maximum wait of a save: retrying costs more than waiting, and waiting saves share one group commit. */
const maxSaveWait = 800
/** Queue length that is always accepted: a morning peak of one office is not an overload. */
const minCapacity = 40
/** Interval at which the rate of started tasks is measured. */
const checkInterval = 300
/** The first measurement is made earlier, after this many tasks: tasks that would wait too long are then refused. */
const minSamples = 3
const firstCheckAfter = 30
/** A new queue keeps the capacity of the last one until this many milliseconds after the last refusal. */
const calmAfter = 2000
/** Milliseconds of work in one turn of the event loop before new requests are read. */
const maxTurn = 10
/** Maximum number of turns without work, in which the listen backlog is accepted. */
const maxAcceptTurns = 200

/**
 * Starts requests a few at a time: callers take turns, and the requests of one caller start in order of arrival. When the queue
 * is full, a request of the caller with the longest queue is refused in favour of a caller with a shorter one. Two things would
 * delay refusals on a busy server. Synchronous database calls block the event loop, so the work in one turn is limited. And a
 * turn of the event loop accepts only one connection, so while there is a queue no work starts before the listen backlog is empty.
 */
export class WorkQueue {
  readonly #maxWaiting: number
  readonly #waiting = new CallerQueues<Work>()
  /** In the order in which they started. */
  readonly #running = new Set<Work>()
  #isTimerSet = false
  #capacity: number
  #lastFullAt = -Infinity
  #started = 0
  #measuredSince = 0
  #isTurnScheduled = false
  #turnStart = 0
  #hasNewConnections = false
  #acceptTurns = 0

  /** The maximum queue length, however fast tasks are served. */
  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting
    this.#capacity = maxWaiting
  }

  /** Whether a new task would wait too long. */
  get isFull(): boolean {
    return this.#isLongerThan(this.#capacity)
  }

  get counts(): { running: number; waiting: number } {
    return { running: this.#running.size, waiting: this.#waiting.size }
  }

  #isLongerThan(capacity: number): boolean {
    if (this.#waiting.size < capacity) return false
    this.#lastFullAt = performance.now()
    return true
  }

  /** Whether a task of this caller is refused; if another caller's queue is longer, one of its tasks is refused instead. */
  isFullFor(key: string, isSave = false): boolean {
    if (!this.#isLongerThan(isSave ? (this.#capacity * maxSaveWait) / maxWait : this.#capacity)) return false
    const other = this.#waiting.dropFromLongest(this.#waiting.lengthOf(key) + 1)
    other?.refuse?.()
    return other === undefined
  }

  /** A connection was accepted; more may be in the backlog. */
  connectionAccepted(): void {
    this.#hasNewConnections = true
    this.#scheduleTurn()
  }

  /** Starts the task now or later, or calls `refuse`, if given, when it would have to wait too long. */
  enter(start: () => void, refuse?: () => void, key = ''): Ticket {
    this.#scheduleTurn()
    const work: Work = { start, refuse, key, startedAt: 0, leave: () => this.#leave(work) }
    const isIdle = this.#waiting.size === 0 && !this.#hasNewConnections
    if (isIdle && this.#running.size < maxRunning && performance.now() - this.#turnStart < maxTurn)
      this.#start(work)
    else this.#wait(work)
    return work
  }

  #start(work: Work): void {
    work.startedAt = performance.now()
    this.#running.add(work)
    this.#started++
    work.start()
  }

  #wait(work: Work): void {
    if (this.#waiting.size === 0) {
      const isCalm = performance.now() - this.#lastFullAt > calmAfter
      this.#resetMeasurement(isCalm ? this.#maxWaiting : this.#capacity)
    }
    this.#waiting.push(work)
  }

  #leave(work: Work): void {
    if (this.#running.delete(work)) {
      if (this.#waiting.size > 0) this.#scheduleTurn()
    } else if (work.startedAt === 0) {
      this.#waiting.remove(work)
    }
  }

  #scheduleTurn(): void {
    if (this.#isTurnScheduled) return
    this.#isTurnScheduled = true
    this.#turnStart = performance.now()
    setImmediate(() => this.#endTurn())
  }

  #endTurn(): void {
    this.#isTurnScheduled = false
    const isBacklogEmpty = !this.#hasNewConnections || this.#acceptTurns >= maxAcceptTurns
    this.#hasNewConnections = false
    if (this.#waiting.size === 0) return
    if (!isBacklogEmpty) {
      this.#acceptTurns++
      return this.#scheduleTurn()
    }
    this.#acceptTurns = 0
    this.#measure()
    if (!this.#canStart()) return
    this.#scheduleTurn()
    this.#start(this.#waiting.shift()!)
  }

  /** Whether a slot is free; if all tasks are long, checks again when the first exceeds its limit. */
  #canStart(): boolean {
    if (this.#running.size < maxRunning) return true
    const [first] = this.#running
    const remaining = first!.startedAt + longTask - performance.now()
    if (remaining <= 0) return this.#running.delete(first!)
    if (!this.#isTimerSet) {
      this.#isTimerSet = true
      setTimeout(() => {
        this.#isTimerSet = false
        if (this.#waiting.size > 0) this.#scheduleTurn()
      }, remaining).unref()
    }
    return false
  }

  #measure(): void {
    const elapsed = performance.now() - this.#measuredSince
    const isFirst = this.#capacity === this.#maxWaiting
    if (elapsed < checkInterval && !(isFirst && elapsed >= firstCheckAfter && this.#started >= minSamples))
      return
    const possible = Math.round((this.#started / elapsed) * maxWait)
    // Tasks that start together also end together, so a single measurement is averaged with the last.
    const capacity = isFirst ? possible : (possible + this.#capacity) / 2
    this.#resetMeasurement(Math.max(minCapacity, Math.min(capacity, this.#maxWaiting)))
    if (!isFirst) return
    while (this.#waiting.size > this.#capacity) {
      const refused = this.#waiting.dropFromLongest(Math.floor(this.#capacity / this.#waiting.callers))
      if (!refused) break
      refused.refuse?.()
    }
  }

  #resetMeasurement(capacity: number): void {
    this.#capacity = capacity
    this.#started = 0
    this.#measuredSince = performance.now()
  }
}

interface Work extends Ticket, QueuedRequest {
  start: () => void
  /** 0 while it waits. */
  startedAt: number
}
