import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, atRate, keepAlive, NoReply, type Reply } from '../trust/client.ts'
import { maxTries, maxWait, retryDelay } from '../web/api/retry-after.ts'
import type { Attempt, Request } from './outage.ts'

/** Milliseconds after which a client without any answer tries again, and after which it gives up. */
const noAnswerDelay = 500
const timeout = 60_000

interface Operation {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  /** Of a write: the key of the request, which is stored with it as well. */
  token?: string
}

/** Users of one firm: lists, records, new soils and visits, each repeated as the browser repeats it. */
export class Load {
  readonly acknowledged = new Set<string>()
  readonly attempts: Attempt[] = []
  readonly requests: Request[] = []
  /** Answers that no client would repeat. */
  readonly refused: string[] = []
  readonly #url: string
  readonly #headers: Record<string, string>
  readonly #customers: readonly string[]
  readonly #agent = keepAlive()
  #sent = 0
  #isOver = false
  #ended: Promise<unknown> | undefined

  constructor(url: string, headers: Record<string, string>, customers: readonly string[]) {
    this.#url = url
    this.#headers = headers
    this.#customers = customers
  }

  start(perSecond = 20): void {
    const isOver = (): boolean => this.#isOver
    this.#ended = atRate(perSecond, isOver, () => this.#request(this.#next()))
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#ended
    this.#agent.destroy()
  }

  #next(): Operation {
    const at = this.#sent++
    const customer = this.#customers[at % this.#customers.length]!
    const token = `drill-${randomUUID()}`
    switch (at % 5) {
      case 0:
        return { method: 'POST', path: '/api/v1/soils', body: { Soil_Name: token }, token }
      case 1:
        return { method: 'GET', path: `/api/v1/customers/${customer}` }
      case 2:
        return {
          method: 'POST',
          path: '/api/v1/visits',
          body: {
            Customer_Code: customer,
            Status: 'visited',
            Visited_On: new Date().toISOString().slice(0, 10),
            Feedback: token,
          },
          token,
        }
      case 3:
        return { method: 'GET', path: '/api/v1/customers?limit=50&sort=Customer_Name' }
      default:
        return { method: 'GET', path: '/api/v1/visits?limit=50' }
    }
  }

  /** With the retries of the browser, and then those of a user who tries again, until it is answered. */
  async #request(operation: Operation): Promise<void> {
    const began = performance.now()
    let waited = 0
    let tries = 0
    let wasShown = false
    while (performance.now() - began < timeout) {
      tries++
      const reply = await this.#try(operation)
      if (reply instanceof NoReply || reply.status >= 500) {
        const delay = reply instanceof NoReply ? undefined : delayAfter(reply)
        wasShown ||= delay === undefined || tries >= maxTries || waited + delay > maxWait
        waited += delay ?? noAnswerDelay
        await sleep(delay ?? noAnswerDelay)
        continue
      }
      if (reply.status >= 400) this.refused.push(`${operation.path}: ${reply.status} ${reply.text}`)
      else if (operation.token !== undefined) this.acknowledged.add(operation.token)
      this.requests.push({ began, ended: performance.now(), tries, wasShown })
      return
    }
    this.refused.push(`${operation.path}: no answer after ${timeout / 1000} s`)
  }

  async #try({ method, path, body, token }: Operation): Promise<Reply | NoReply> {
    const began = performance.now()
    const headers = { ...this.#headers, ...(token !== undefined && { 'idempotency-key': token }) }
    const reply = await ask(this.#url + path, { method, headers, body, agent: this.#agent }).catch(
      (error: unknown) => {
        if (error instanceof NoReply) return error
        throw error
      },
    )
    const error = errorOf(reply)
    this.attempts.push({ began, ended: performance.now(), ...(error !== undefined && { error }) })
    return reply
  }
}

const delayAfter = ({ status, headers }: Reply): number | undefined =>
  retryDelay(new Response(null, { status, headers: { 'retry-after': headers['retry-after'] ?? '' } }))

function errorOf(reply: Reply | NoReply): string | undefined {
  if (reply instanceof NoReply) return reply.message.split(': ').at(-1)
  if (reply.status < 500) return undefined
  return `${reply.status} ${/"msg":"([^"]*)"/.exec(reply.text)?.[1] ?? reply.text.slice(0, 60)}`
}
