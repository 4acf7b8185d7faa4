/** Files are read in a lane of their own, so that a long import does not delay new uploads. */
export type Lane = 'read' | 'load'

export interface Ticket {
  jobId: string
  lane: Lane
  /** The account that started it. */
  owner: string
  /** The masters it may change. */
  entities: readonly string[]
}

const maxRunning: Record<Lane, number> = { read: 2, load: 2 }

/**
 * Decides which import runs next. Few run in parallel, because each needs memory of its own. An account runs at most
 * one, and accounts alternate: however many files one of them sends, the others wait for two imports and not for all of
 * them. Two imports into the same master run one after the other, so that the second sees the records of the first.
 */
export class ImportQueue {
  readonly #waiting: Ticket[] = []
  readonly #atWork = new Set<Ticket>()
  readonly #served = new Map<string, number>()
  #count = 0

  add(ticket: Ticket): void {
    this.#waiting.push(ticket)
  }

  /** Takes the next task that can start now, if any, and marks it as running. */
  next(): Ticket | undefined {
    const found = this.#inOrder().find((ticket) => this.#mayBegin(ticket))
    if (!found) return undefined
    this.#waiting.splice(this.#waiting.indexOf(found), 1)
    this.#atWork.add(found)
    this.#served.set(found.owner, ++this.#count)
    return found
  }

  end(ticket: Ticket): void {
    this.#atWork.delete(ticket)
    const hasTasks = [...this.#waiting, ...this.#atWork].some(({ owner }) => owner === ticket.owner)
    if (!hasTasks) this.#served.delete(ticket.owner)
  }

  /** Removes a task that has not started; false when there is none. */
  remove(jobId: string): boolean {
    const at = this.#waiting.findIndex((ticket) => ticket.jobId === jobId)
    if (at >= 0) this.#waiting.splice(at, 1)
    return at >= 0
  }

  /** The number of tasks ahead of a waiting one; undefined when it does not wait. */
  aheadOf(jobId: string): number | undefined {
    const own = this.#waiting.find((ticket) => ticket.jobId === jobId)
    if (!own) return undefined
    const before = this.#inOrder().filter(({ lane }) => lane === own.lane)
    return this.#inLane(own.lane).length + before.indexOf(own)
  }

  #inLane(lane: Lane): Ticket[] {
    return [...this.#atWork].filter((ticket) => ticket.lane === lane)
  }

  #mayBegin({ lane, owner, entities }: Ticket): boolean {
    const others = this.#inLane(lane)
    return (
      others.length < maxRunning[lane] &&
      !others.some(
        (other) =>
          other.owner === owner ||
          (lane === 'load' && other.entities.some((each) => entities.includes(each))),
      )
    )
  }

  /** The first task of every account before the second of any, and the account that was served least recently first. */
  #inOrder(): Ticket[] {
    const seen = new Map<string, number>()
    const ranked = this.#waiting.map((ticket, at) => {
      const key = `${ticket.lane} ${ticket.owner}`
      const round = seen.get(key) ?? 0
      seen.set(key, round + 1)
      return { ticket, round, served: this.#served.get(ticket.owner) ?? 0, at }
    })
    return ranked
      .toSorted((one, other) => one.round - other.round || one.served - other.served || one.at - other.at)
      .map(({ ticket }) => ticket)
  }
}
