import type { FastifyBaseLogger } from 'fastify'

const defaultWindow = 1000

/**
 * Logs the 503 responses of load shedding without a stack: the first of a kind at once, those of the next second as a count.
 * Under overload a line for each would cost as much as serving some of them.
 */
export class RefusalLog {
  readonly #counts = new Map<string, number>()
  readonly #window: number

  constructor(window = defaultWindow) {
    this.#window = window
  }

  record(log: FastifyBaseLogger, reqId: string, reason: string): void {
    const count = this.#counts.get(reason)
    if (count !== undefined) {
      this.#counts.set(reason, count + 1)
      return
    }
    this.#counts.set(reason, 0)
    log.warn({ reqId, reason }, 'request could not be served')
    setTimeout(() => {
      const more = this.#counts.get(reason) ?? 0
      this.#counts.delete(reason)
      if (more > 0) log.warn({ reason, count: more }, 'more requests could not be served')
    }, this.#window).unref()
  }
}
