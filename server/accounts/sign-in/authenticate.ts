import type { FastifyInstance, FastifyRequest } from 'fastify'
import { factorRequired } from '#domain/access/required-factor.ts'
import { can } from '#domain/access/policy.ts'
import type { Actor } from '#domain/access/actor.ts'
import { forbidden, notFound, unauthenticated, badRequest } from '#domain/problem.ts'
import type { Config } from '../../base/config.ts'
import type { Context } from '../../core/context.ts'
import { refusal } from '../../core/gate.ts'
import { followAccount } from '../../core/language.ts'
import { waitForToday } from '../../core/territory-filter.ts'
import { actorOf } from '../../access/explain-service.ts'
import { apiTokenPrefix, deviceKeyPrefix, type ActorOfToken } from './authenticator.ts'
import { createViewAsRecorder } from '../../audit/view-as.ts'
import { t } from '#domain/messages/t.ts'
import '../../core/route-policy.ts'

export interface Deps {
  store: Context['store']
  config: Config
  now: () => Date
  actorOfToken: ActorOfToken
  mailer: Context['mailer']
}

/** Creates the context of every request, and stops it unless the policy allows its route. */
export function addAuthentication(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRoute', (route) => {
    if (!route.config?.may) throw new Error(`${String(route.method)} ${route.url} declares no policy`)
  })
  const recordViewAs = createViewAsRecorder(deps.store)
  app.addHook('onRequest', async (request, reply) => {
    const token = bearerOf(request)
    const address = canonicalAddress(request.ip)
    const sender = token === undefined ? undefined : await deps.actorOfToken(token, address)
    if (sender?.kind === 'account') followAccount(reply, sender.language)
    if (token?.startsWith(deviceKeyPrefix)) checkDeviceKey(request, sender)
    const known = sender && withRequiredFactor(request, sender)
    const actor: Actor = (await viewedAs(request, deps, known)) ?? known ?? { kind: 'anonymous', address }
    const key = idempotencyKeyOf(request)
    await waitForToday({ ...deps, actor })
    if (known && actor !== known)
      await recordViewAs({ actor: known, address, requestId: request.id, now: deps.now }, actor)
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
    if (!may) return // No route matched: the not-found handler responds.
    const decision = can(actor, ...may)
    if (decision.allowed) return
    if (token !== undefined && !known)
      throw unauthenticated(
        token.startsWith(apiTokenPrefix)
          ? t('This API token is unknown, expired or revoked')
          : t('Your session has ended. Please log in again'),
      )
    throw refusal({ actor }, decision, may)
  })
}

/** The key of a phone is refused also where no log-in is needed: there it could only be sent by mistake. */
function checkDeviceKey({ routeOptions: { config } }: FastifyRequest, known: Actor | undefined): void {
  if (!config.may) return
  if (!known)
    throw unauthenticated(
      t('The key of this phone has ended. Log in on the phone, and what it holds unsent is sent'),
    )
  if (!config.endpoint?.acceptsDeviceKey)
    throw unauthenticated(t('The key of a phone only hands in what was recorded on it. Please log in'))
}

/**
 * An account without the second factor that its role requires can only switch it on, and is a visitor on public routes. The key of
 * a phone still hands in what was recorded on it: it reads nothing, and belongs to an earlier log-in.
 */
function withRequiredFactor({ routeOptions: { config } }: FastifyRequest, sender: Actor): Actor | undefined {
  if (sender.kind !== 'account' || sender.access.secondFactor !== 'missing') return sender
  if (!config.may || config.endpoint?.acceptsMissingFactor || sender.deviceId !== undefined) return sender
  if (can({ kind: 'anonymous', address: '' }, ...config.may).allowed) return undefined
  const [action, subject] = config.may
  throw forbidden(t('Your role requires a second factor. Switch it on under My account to continue'), {
    code: factorRequired,
    action,
    subject,
  })
}

/** Lets an account administrator view everything as another user, read-only. */
async function viewedAs(
  request: FastifyRequest,
  { store }: Deps,
  actor: Actor | undefined,
): Promise<Actor | undefined> {
  const id = request.headers['x-view-as']
  if (typeof id !== 'string' || id === '' || !actor) return undefined
  const decision = can(actor, 'read', 'account')
  if (!decision.allowed) throw refusal({ actor }, decision, ['read', 'account'])
  // Queries too long for a URL are sent as POST, by a route that declares `read`.
  if (request.method !== 'GET' && request.routeOptions.config.may?.[0] !== 'read')
    throw forbidden(t('You cannot change anything while viewing as another user'))
  // The audit would record the export under the viewed user.
  if (request.routeOptions.config.may?.[0] === 'export')
    throw forbidden(t('You cannot export anything while viewing as another user'))
  const other = await actorOf(store.read, id)
  if (!other) throw notFound(t('There is no such account. It may have been deleted meanwhile'))
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
    throw badRequest(t('Idempotency-Key should be 1 to 200 visible characters'))
  }
  return key
}

/**
 * Normalises an address: `::ffff:10.0.0.1` becomes `10.0.0.1`, and an IPv6 address becomes its /64 network. A closed
 * connection has none.
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
