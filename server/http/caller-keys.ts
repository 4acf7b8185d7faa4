import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { canonicalAddress } from './authenticate.ts'

const maxKnown = 5000

/**
 * Who a request is for, before anybody has looked up its token: the account that the same token belonged to the last time,
 * else the address. A token that was never seen to be good counts for nothing, so nobody gets more turns by inventing some.
 */
export class CallerKeys {
  readonly #known = new Map<string, string>()

  of(request: FastifyRequest): string {
    const { authorization } = request.headers
    const known = authorization === undefined ? undefined : this.#known.get(nameOf(authorization))
    return known ?? canonicalAddress(request.ip)
  }

  /** Called once it is known who sent the request. */
  learn({ headers: { authorization } }: FastifyRequest, key: string): void {
    if (authorization === undefined) return
    const name = nameOf(authorization)
    if (this.#known.get(name) === key) return
    if (this.#known.size >= maxKnown) this.#known.delete(this.#known.keys().next().value!)
    this.#known.set(name, key)
  }
}

/** The token itself is kept nowhere. */
const nameOf = (authorization: string): string => hash('sha256', authorization)
