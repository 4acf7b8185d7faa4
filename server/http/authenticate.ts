import type { FastifyInstance, FastifyRequest } from 'fastify'
import { can } from '#domain/access/policy.ts'
import type { Actor } from '#domain/access/actor.ts'
import { forbidden, notFound, notSignedIn, unreadable } from '#domain/problem.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { refusal } from '../gate.ts'
import { actorOf } from '../access/why-service.ts'
import { apiTokenPrefix, type ActorOfToken } from '../accounts/authenticator.ts'
import { lookingAs } from '../audit/looking-as.ts'
import './route-policy.ts'

export interface Deps {
  store: Context['store']
  config: Config
  now: () => Date
  actorOfToken: ActorOfToken
  mailer: Context['mailer']
}

/** Every request gets its context here, and is stopped here unless the policy lets it through the route it matched. */
export function addAuthentication(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRoute', (route) => {
    if (!route.config?.may) throw new Error(`${String(route.method)} ${route.url} declares no policy`)
  })
  const noteLook = lookingAs(deps.store)
  app.addHook('onRequest', async (request) => {
    const token = bearerOf(request)
    const address = canonicalAddress(request.ip)
    const known = token === undefined ? undefined : await deps.actorOfToken(token, address)
    const actor: Actor = (await viewedAs(request, deps, known)) ?? known ?? { kind: 'anonymous', address }
    const key = idempotencyKeyOf(request)
    if (known && actor !== known)
      await noteLook({ actor: known, address, requestId: request.id, now: deps.now }, actor)
    request.ctx = {
      actor,
      store: deps.store,
      config: deps.config,
      now: deps.now,
      log: request.log,
      requestId: request.id,
      address,
      ...(known && actor !== known && { viewer: known }),
      mailer: deps.mailer,
      ...(key !== undefined && { idempotencyKey: key }),
    }
    const may = request.routeOptions.config.may
    if (!may) return // No route matched: the not-found handler answers.
    const decision = can(actor, ...may)
    if (decision.allowed) return
    if (token !== undefined && !known)
      throw notSignedIn(
        token.startsWith(apiTokenPrefix)
          ? 'This API token is not known, has expired or was revoked'
          : 'Your session has ended. Please log in again',
      )
    throw refusal({ actor }, decision, may)
  })
}

/** Whoever looks after accounts can look at everything as somebody else sees it, and change nothing meanwhile. */
async function viewedAs(
  request: FastifyRequest,
  { store }: Deps,
  actor: Actor | undefined,
): Promise<Actor | undefined> {
  const id = request.headers['x-view-as']
  if (typeof id !== 'string' || id === '' || !actor) return undefined
  const decision = can(actor, 'read', 'account')
  if (!decision.allowed) throw refusal({ actor }, decision, ['read', 'account'])
  // A question too long for an address is sent as well, by a route that declares to read.
  if (request.method !== 'GET' && request.routeOptions.config.may?.[0] !== 'read')
    throw forbidden('Nothing can be changed while looking as somebody else')
  // It would be written down as taken by whom somebody looks as.
  if (request.routeOptions.config.may?.[0] === 'export')
    throw forbidden('Nothing can be exported while looking as somebody else')
  const other = await actorOf(store.read, id)
  if (!other) throw notFound('There is no such account. It may have been deleted meanwhile')
  return other
}

function bearerOf(request: FastifyRequest): string | undefined {
  const match = /^bearer\s+(\S{1,200})\s*$/i.exec(request.headers.authorization ?? '')
  return match?.[1]
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw unreadable('Idempotency-Key should be 1 to 200 visible characters')
  }
  return key
}

/**
 * One address, one spelling: `::ffff:10.0.0.1` is `10.0.0.1`, and a person's IPv6 network counts as one. A connection that was
 * closed already has none.
 */
export function canonicalAddress(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)
  if (mapped) return mapped[1]!
  if (!address.includes(':') || address === '::1') return address
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail.split(':').filter(Boolean)
  const middle = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return `${[...first, ...middle, ...last].slice(0, 4).join(':')}::/64`
}
