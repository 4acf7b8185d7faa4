import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { canonicalAddress } from '../../accounts/sign-in/authenticate.ts'

const maxTokens = 5000

/**
 * The caller of a request before its token is looked up: the account that the same token belonged to the last time, else the
 * address. Unknown tokens count for the address, so inventing tokens gives no additional share.
 */
export class CallerKeys {
  readonly #known = new Map<string, string>()

  of(request: FastifyRequest): string {
    const { authorization } = request.headers
    const cachedKey = authorization === undefined ? undefined : this.#known.get(hashToken(authorization))
    return cachedKey ?? canonicalAddress(request.ip)
  }

  /** Called once the request is authenticated. */
  learn({ headers: { authorization } }: FastifyRequest, key: string): void {
    if (authorization === undefined) return
    const tokenHash = hashToken(authorization)
    if (this.#known.get(tokenHash) === key) return
    if (this.#known.size >= maxTokens) this.#known.delete(this.#known.keys().next().value!)
    this.#known.set(tokenHash, key)
  }
}

/** Only a hash of the token is stored. */
const hashToken = (authorization: string): string => hash('sha256', authorization)
