import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as accounts from '../accounts/account-service.ts'
import { ownView } from '../accounts/account-view.ts'
import { makeResetLink, resetPassword } from '../accounts/password-reset.ts'
import { askForReset, sendResetLink } from '../accounts/reset-mail.ts'
import * as people from '../accounts/people-service.ts'
import type { Device } from '../accounts/start-session.ts'
import type { QueryText } from '../resources/list-query.ts'
import { isLocalRequest } from './local-request.ts'
import type { RouteDescription } from './route-policy.ts'

const account = { $ref: '#/components/schemas/account' }
const loggedIn = {
  type: 'object',
  properties: { token: { type: 'string' }, msg: { type: 'string' }, account },
}
const describe = (summary: string, rest: Partial<RouteDescription> = {}): RouteDescription => ({
  tag: 'Accounts',
  summary,
  ...rest,
})
export function deviceOf({ headers }: FastifyRequest): Device {
  const proof = headers['x-device-proof']
  const isProof = typeof proof === 'string' && /^[0-9a-f]{32}$/.test(proof)
  return { name: (headers['user-agent'] ?? '').slice(0, 200), ...(isProof && { proof }) }
}

const passwords = (names: string[], optional: string[] = []): object => ({
  type: 'object',
  required: names.filter((name) => !optional.includes(name)),
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
})

export const mailed = { type: 'boolean', description: 'Send it by e-mail instead of answering it' }
export const linkProperties = {
  token: { type: 'string' },
  expiresAt: { type: 'string', format: 'date-time' },
  sentTo: { type: 'string', description: 'In place of the token, when it was sent' },
  failure: { type: 'string', description: 'Why it was not sent' },
}

interface WithId {
  Params: { id: string }
}

export function addAccountRoutes(app: FastifyInstance): void {
  app.post(
    '/api/auth/register',
    {
      config: {
        may: ['create', 'registration'],
        description: describe(
          'Register; the token opens nothing but the own profile until an administrator approves',
          {
            body: passwords(['username', 'email', 'phone', 'password'], ['phone']),
            answer: { status: 201, description: 'Registered', schema: loggedIn },
            problems: [403, 409, 422],
          },
        ),
      },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(await accounts.register(request.ctx, request.body, deviceOf(request), isLocalRequest(request))),
  )
  app.post(
    '/api/auth/login',
    {
      config: {
        may: ['create', 'session'],
        description: describe('Log in; an account with a second factor is asked for its code as well', {
          body: passwords(['email', 'password', 'code'], ['code']),
          answer: { status: 200, description: 'Logged in', schema: loggedIn },
          problems: [401, 403, 422],
        }),
      },
    },
    (request) => accounts.login(request.ctx, request.body, deviceOf(request)),
  )
  app.post(
    '/api/auth/reset',
    {
      config: {
        may: ['create', 'passwordReset'],
        description: describe('Choose a new password with the word of a reset link; every session ends', {
          body: passwords(['token', 'password']),
          answer: {
            status: 200,
            description: 'Changed',
            schema: { type: 'object', properties: { msg: { type: 'string' } } },
          },
          problems: [403, 422],
        }),
      },
    },
    (request) => resetPassword(request.ctx, request.body),
  )
  app.get(
    '/api/auth/reset/mail',
    { config: { may: ['read', 'site'], description: describe('Whether a reset link can be had by e-mail') } },
    async (request) => ({ isOffered: Boolean(request.ctx.mailer) }),
  )
  app.post(
    '/api/auth/reset/mail',
    {
      config: {
        may: ['create', 'passwordReset'],
        description: describe('Ask for a reset link by e-mail; the answer is the same for every address', {
          body: passwords(['email']),
          answer: {
            status: 202,
            description: 'Sent, if an account has the address',
            schema: { type: 'object', properties: { msg: { type: 'string' } } },
          },
          problems: [409, 422, 429],
        }),
      },
    },
    async ({ ctx, body }, reply) => {
      const { msg, email } = await askForReset(ctx, body)
      // Also when whoever asked has hung up.
      reply.raw.once('close', () => ctx.mailer?.later(() => sendResetLink(ctx, email)))
      return reply.code(202).send({ msg })
    },
  )
  app.post(
    '/api/auth/logout',
    { config: { may: ['delete', 'ownProfile'], description: describe('End the session of this token') } },
    async (request, reply) => {
      await accounts.logout(request.ctx)
      return reply.code(204).send()
    },
  )
  app.get(
    '/api/v1/me',
    {
      config: {
        may: ['read', 'ownProfile'],
        description: describe('The own account', {
          answer: { status: 200, description: 'The account', schema: account },
        }),
      },
    },
    async (request) => ownView(request.ctx.store.read, await accounts.ownAccount(request.ctx)),
  )
  app.post(
    '/api/v1/me/password',
    {
      config: {
        may: ['update', 'ownProfile'],
        description: describe('Change the own password; every session ends and a new one begins', {
          body: passwords(['current', 'password']),
          answer: { status: 200, description: 'Changed', schema: loggedIn },
          problems: [422, 429],
        }),
      },
    },
    (request) => accounts.changePassword(request.ctx, request.body, deviceOf(request)),
  )
  app.get(
    '/api/v1/me/sessions',
    { config: { may: ['read', 'ownProfile'], description: describe('The own sessions') } },
    async (request) => ({
      items: await people.ownSessions(request.ctx),
    }),
  )
  app.delete<WithId>(
    '/api/v1/me/sessions/:id',
    { config: { may: ['delete', 'ownProfile'], description: describe('End one of the own sessions') } },
    async (request, reply) => {
      await people.endOwnSession(request.ctx, request.params.id)
      return reply.code(204).send()
    },
  )
  app.get(
    '/api/admin/users',
    { config: { may: ['read', 'account'], description: describe('Every account') } },
    (request) => people.listPeople(request.ctx),
  )
  app.patch<WithId>(
    '/api/admin/users/:id',
    {
      config: {
        may: ['update', 'account'],
        description: describe('Approve, give a role, disable; `revokeTokens`: also the API tokens it made', {
          body: account,
          answer: { status: 200, description: 'Changed', schema: account },
          problems: [404, 409, 422],
        }),
      },
    },
    (request) => people.changePerson(request.ctx, request.params.id, request.body),
  )
  app.delete<WithId>(
    '/api/admin/users/:id',
    {
      config: {
        may: ['delete', 'account'],
        description: describe('Delete an account', {
          query: [{ name: 'revokeTokens', description: '`true`: also revoke the API tokens it made' }],
          problems: [404, 409],
        }),
      },
    },
    async (request, reply) => {
      const { revokeTokens } = request.query as QueryText
      await people.deletePerson(request.ctx, request.params.id, revokeTokens === 'true')
      return reply.code(204).send()
    },
  )
  addResetRoute(app, '/api/admin/users/:id/reset', {
    summary: 'Make a link, good once and for 24 hours, to choose a new password',
    isSent: false,
  })
  addResetRoute(app, '/api/admin/users/:id/reset/mail', {
    summary: 'The same, sent by e-mail; the token is answered only when that failed',
    isSent: true,
  })
}

function addResetRoute(
  app: FastifyInstance,
  path: string,
  { summary, isSent }: { summary: string; isSent: boolean },
): void {
  const description = describe(summary, {
    answer: {
      status: 201,
      description: 'Made; the links of this account made before are dead',
      schema: { type: 'object', properties: linkProperties },
    },
    problems: [403, 404, 409],
  })
  app.post<WithId>(path, { config: { may: ['update', 'account'], description } }, async (request, reply) => {
    const link = await makeResetLink(request.ctx, request.params.id, isSent)
    // Where its owner will find the site, which need not be where the administrator works.
    return reply.code(201).send({ ...link, site: request.ctx.config.siteUrl ?? null })
  })
}
