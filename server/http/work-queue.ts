import { FairLine, type Queued } from './fair-line.ts'

/** What waits for its turn, or is being done. */
export interface Ticket {
  /** It is done, or nobody waits for it any more. Saying so twice does no harm. */
  leave: () => void
}

/** So many are done at once; the more at once, the longer each takes, and nobody is answered earlier. */
const mostAtWork = 16
/** Whoever takes longer than this many milliseconds, an export for instance, is not waited for any more. */
const longWork = 1000
/** Nobody should wait for longer than this many milliseconds. */
const longestWait = 300
/** A save may wait this much longer: sending it again is more trouble than waiting, and several that wait share one commit. */
const longestSave = 800
/** So few are no queue, whatever the last moments were like: an office that comes in the morning is no flood. */
const alwaysRoom = 40
/** What was begun while somebody waited for so long tells how long the next one would wait. */
const lookEvery = 300
/** At first it is told sooner, from some: whoever was let in and would wait too long is then refused. */
const some = 3
const soonest = 30
/** Until nobody was refused for so many milliseconds, a queue that forms anew has the room that the last one had. */
const calmAfter = 2000
/** In one turn of the event loop work goes on for so many milliseconds before those who have come meanwhile are looked at. */
const longestTurn = 10
/** So many turns without work at most, to let in who waits at the door. */
const mostTurnsAtTheDoor = 200

/**
 * Requests are begun a few at a time: callers take turns, and of each caller in the order in which they came. When there is no
 * more room, whoever has most waiting gives way to somebody who has less. Two things would otherwise keep a busy server from saying
 * "try later" quickly. Where the database works inside this process, nothing else happens while it does, so only so
 * much of it is done in one turn. And a turn of the event loop lets in one connection, however many wait: so while there is a
 * queue, no work is begun before the door is empty.
 */
export class WorkQueue {
  readonly #most: number
  readonly #waiting = new FairLine<Work>()
  /** Those who began first stand first. */
  readonly #atWork = new Set<Work>()
  #isAlarmSet = false
  #room: number
  #wasFullAt = -Infinity
  #begun = 0
  #begunSince = 0
  #hasTurn = false
  #turnBegan = 0
  #hasSomebodyComeIn = false
  #turnsAtTheDoor = 0

  /** No more than so many wait, however quickly they are served. */
  constructor(most: number) {
    this.#most = most
    this.#room = most
  }

  /** Whether somebody who came now would wait too long. */
  get isFull(): boolean {
    return this.#isAbove(this.#room)
  }

  #isAbove(room: number): boolean {
    if (this.#waiting.size < room) return false
    this.#wasFullAt = performance.now()
    return true
  }

  /** Whether this caller has to be turned away; where others have more waiting, one of theirs makes room. */
  isFullFor(key: string, isSave = false): boolean {
    if (!this.#isAbove(isSave ? (this.#room * longestSave) / longestWait : this.#room)) return false
    const other = this.#waiting.takeLastOfLongest(this.#waiting.lengthOf(key) + 1)
    other?.refuse?.()
    return other === undefined
  }

  /** Somebody was let in; others may wait behind. */
  cameIn(): void {
    this.#hasSomebodyComeIn = true
    this.#takeTurn()
  }

  /** Begins it now or later; or refuses it later, where it may, when it turns out that it would have to wait too long. */
  enter(begin: () => void, refuse?: () => void, key = ''): Ticket {
    this.#takeTurn()
    const work: Work = { begin, refuse, key, begunAt: 0, leave: () => this.#leave(work) }
    const isAlone = this.#waiting.size === 0 && !this.#hasSomebodyComeIn
    if (isAlone && this.#atWork.size < mostAtWork && performance.now() - this.#turnBegan < longestTurn)
      this.#begin(work)
    else this.#wait(work)
    return work
  }

  #begin(work: Work): void {
    work.begunAt = performance.now()
    this.#atWork.add(work)
    this.#begun++
    work.begin()
  }

  #wait(work: Work): void {
    if (this.#waiting.size === 0) {
      const isCalm = performance.now() - this.#wasFullAt > calmAfter
      this.#lookAgain(isCalm ? this.#most : this.#room)
    }
    this.#waiting.push(work)
  }

  #leave(work: Work): void {
    if (this.#atWork.delete(work)) {
      if (this.#waiting.size > 0) this.#takeTurn()
    } else if (work.begunAt === 0) {
      this.#waiting.remove(work)
    }
  }

  #takeTurn(): void {
    if (this.#hasTurn) return
    this.#hasTurn = true
    this.#turnBegan = performance.now()
    setImmediate(() => this.#endTurn())
  }

  #endTurn(): void {
    this.#hasTurn = false
    const isDoorEmpty = !this.#hasSomebodyComeIn || this.#turnsAtTheDoor >= mostTurnsAtTheDoor
    this.#hasSomebodyComeIn = false
    if (this.#waiting.size === 0) return
    if (!isDoorEmpty) {
      this.#turnsAtTheDoor++
      return this.#takeTurn()
    }
    this.#turnsAtTheDoor = 0
    this.#look()
    if (!this.#hasHand()) return
    this.#takeTurn()
    this.#begin(this.#waiting.shift()!)
  }

  /** Whether one more can be begun. Where all take long, it looks again when the first has taken too long. */
  #hasHand(): boolean {
    if (this.#atWork.size < mostAtWork) return true
    const [first] = this.#atWork
    const patience = first!.begunAt + longWork - performance.now()
    if (patience <= 0) return this.#atWork.delete(first!)
    if (!this.#isAlarmSet) {
      this.#isAlarmSet = true
      setTimeout(() => {
        this.#isAlarmSet = false
        if (this.#waiting.size > 0) this.#takeTurn()
      }, patience).unref()
    }
    return false
  }

  #look(): void {
    const elapsed = performance.now() - this.#begunSince
    const isFirst = this.#room === this.#most
    if (elapsed < lookEvery && !(isFirst && elapsed >= soonest && this.#begun >= some)) return
    const could = Math.round((this.#begun / elapsed) * longestWait)
    // Several that are begun together also end together, so one look alone would tell too much or too little.
    const room = isFirst ? could : (could + this.#room) / 2
    this.#lookAgain(Math.max(alwaysRoom, Math.min(room, this.#most)))
    if (!isFirst) return
    while (this.#waiting.size > this.#room) {
      const late = this.#waiting.takeLastOfLongest(Math.floor(this.#room / this.#waiting.lines))
      if (!late) break
      late.refuse?.()
    }
  }

  #lookAgain(room: number): void {
    this.#room = room
    this.#begun = 0
    this.#begunSince = performance.now()
  }
}

interface Work extends Ticket, Queued {
  begin: () => void
  /** Nought while it waits. */
  begunAt: number
}
