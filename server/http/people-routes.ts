import type { FastifyInstance } from 'fastify'
import { mailStanding } from '../accounts/account-mail.ts'
import { acceptInvitation, invite } from '../accounts/invitation.ts'
import * as devices from '../accounts/known-devices.ts'
import * as people from '../accounts/people-service.ts'
import * as factor from '../accounts/second-factor.ts'
import { deviceOf, linkProperties, mailed } from './account-routes.ts'
import type { RouteDescription } from './route-policy.ts'

const text = { type: 'string' }
const moment = { type: 'string', format: 'date-time' }
const object = (properties: object, required = Object.keys(properties)): object => ({
  type: 'object',
  required,
  properties,
})
const describe = (summary: string, rest: Partial<RouteDescription> = {}): RouteDescription => ({
  tag: 'Accounts',
  summary,
  ...rest,
})
const answer = (description: string, schema: object, status = 200): Required<RouteDescription>['answer'] => ({
  status,
  description,
  schema,
})
const account = { $ref: '#/components/schemas/account' }
const session = object({ id: text, createdAt: moment, usedAt: moment, address: text, device: text })
const listOf = (items: object): object => object({ items: { type: 'array', items } })

interface WithId {
  Params: { id: string }
}

interface WithSession {
  Params: { id: string; session: string }
}

/** Inviting people, their sessions, the second factor, and devices that are new. */
export function addPeopleRoutes(app: FastifyInstance): void {
  addInvitationRoutes(app)
  addFactorRoutes(app)
  addDeviceRoutes(app)
  addSessionRoutes(app)
}

function addInvitationRoutes(app: FastifyInstance): void {
  const invited = describe('Invite somebody: a link, good once and for 7 days, to open an account', {
    body: object({ email: text, role: text, places: {}, send: mailed }, ['email', 'role']),
    answer: answer(
      'Made; links made before for this address are dead',
      object(linkProperties, ['expiresAt']),
      201,
    ),
    problems: [409, 422],
  })
  app.post(
    '/api/admin/invitations',
    { config: { may: ['create', 'account'], description: invited } },
    async (request, reply) => {
      const link = await invite(request.ctx, request.body)
      return reply.code(201).send({ ...link, site: request.ctx.config.siteUrl ?? null })
    },
  )
  const standing = describe('Whether links can be sent by e-mail, and what went wrong with the last one')
  app.get('/api/admin/mail', { config: { may: ['read', 'account'], description: standing } }, (request) =>
    mailStanding(request.ctx),
  )
  const accepted = describe('Open the account one was invited to, with the word of the link', {
    body: object({ token: text, username: text, phone: text, password: text }, [
      'token',
      'username',
      'password',
    ]),
    answer: answer('Open, and logged in', object({ token: text, msg: text, account }), 201),
    problems: [403, 422],
  })
  app.post(
    '/api/auth/invitation',
    { config: { may: ['create', 'registration'], description: accepted } },
    async (request, reply) =>
      reply.code(201).send(await acceptInvitation(request.ctx, request.body, deviceOf(request))),
  )
}

function addFactorRoutes(app: FastifyInstance): void {
  const path = '/api/v1/me/second-factor'
  const shown = describe('Whether logging in asks for a second factor', {
    answer: answer('Since when', object({ since: moment, recoveryCodes: { type: 'integer' } })),
  })
  app.get(path, { config: { may: ['read', 'ownProfile'], description: shown } }, (request) =>
    factor.ownFactor(request.ctx),
  )
  const begun = describe('Begin a second factor: the secret for an authenticator app', {
    body: object({ password: text }),
    answer: answer('Begun; confirm it with a code', object({ secret: text, address: text })),
    problems: [409, 422, 429],
  })
  app.post(path, { config: { may: ['update', 'ownProfile'], description: begun } }, (request) =>
    factor.beginOwnFactor(request.ctx, request.body),
  )
  const confirmed = describe('Switch the second factor on with a code of the app; other sessions end', {
    body: object({ code: text }),
    answer: answer(
      'On; the codes are told only now',
      object({ recoveryCodes: { type: 'array', items: text } }),
    ),
    problems: [409, 422, 429],
  })
  app.post(
    `${path}/confirm`,
    { config: { may: ['update', 'ownProfile'], description: confirmed } },
    (request) => factor.confirmOwnFactor(request.ctx, request.body),
  )
  const off = describe('Switch the own second factor off; other sessions end', {
    body: object({ password: text, code: text }),
    problems: [409, 422, 429],
  })
  app.post(
    `${path}/off`,
    { config: { may: ['update', 'ownProfile'], description: off } },
    async (request, reply) => {
      await factor.switchOwnFactorOff(request.ctx, request.body)
      return reply.code(204).send()
    },
  )
  const renewed = describe('New recovery codes in place of those that are left', {
    body: object({ password: text, code: text }),
    answer: answer(
      'Renewed; the codes are told only now',
      object({ recoveryCodes: { type: 'array', items: text } }),
    ),
    problems: [409, 422, 429],
  })
  app.post(
    `${path}/recovery-codes`,
    { config: { may: ['update', 'ownProfile'], description: renewed } },
    (request) => factor.renewOwnRecoveryCodes(request.ctx, request.body),
  )
  const lost = describe('Switch off the second factor of somebody who lost it; every session ends', {
    problems: [403, 404],
  })
  app.delete<WithId>(
    '/api/admin/users/:id/second-factor',
    { config: { may: ['update', 'account'], description: lost } },
    async (request, reply) => {
      await factor.switchFactorOff(request.ctx, request.params.id)
      return reply.code(204).send()
    },
  )
}

function addDeviceRoutes(app: FastifyInstance): void {
  const path = '/api/v1/me/new-devices'
  const listed = describe('New devices that logged into the own account, told to its other devices', {
    answer: answer(
      'The devices nobody vouched for yet',
      listOf(object({ id: text, at: moment, device: text, address: text })),
    ),
  })
  app.get(path, { config: { may: ['read', 'ownProfile'], description: listed } }, async (request) => ({
    items: await devices.newDevices(request.ctx),
  }))
  const known = describe('It was me: the device is known from now on', { problems: [404] })
  app.post<WithId>(
    `${path}/:id/known`,
    { config: { may: ['update', 'ownProfile'], description: known } },
    async (request, reply) => {
      await devices.vouchFor(request.ctx, request.params.id)
      return reply.code(204).send()
    },
  )
  const ended = describe('It was not me: its sessions end', { problems: [404] })
  app.delete<WithId>(
    `${path}/:id`,
    { config: { may: ['delete', 'ownProfile'], description: ended } },
    async (request, reply) => {
      await devices.disown(request.ctx, request.params.id)
      return reply.code(204).send()
    },
  )
}

function addSessionRoutes(app: FastifyInstance): void {
  const path = '/api/admin/users/:id/sessions'
  const listed = describe('Where somebody is logged in', {
    answer: answer('The sessions', listOf(session)),
    problems: [404],
  })
  app.get<WithId>(path, { config: { may: ['read', 'account'], description: listed } }, async (request) => ({
    items: await people.sessionsOfPerson(request.ctx, request.params.id),
  }))
  const all = describe('End every session of somebody', { problems: [404] })
  app.delete<WithId>(
    path,
    { config: { may: ['update', 'account'], description: all } },
    async (request, reply) => {
      await people.endSessionsOfPerson(request.ctx, request.params.id)
      return reply.code(204).send()
    },
  )
  const one = describe('End one session of somebody', { problems: [404] })
  app.delete<WithSession>(
    `${path}/:session`,
    { config: { may: ['update', 'account'], description: one } },
    async (request, reply) => {
      await people.endSessionsOfPerson(request.ctx, request.params.id, request.params.session)
      return reply.code(204).send()
    },
  )
}
