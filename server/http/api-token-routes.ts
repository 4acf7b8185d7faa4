import type { FastifyInstance } from 'fastify'
import { listApiTokens, makeApiToken, revokeApiToken } from '../accounts/api-token-service.ts'
import type { RouteDescription } from './route-policy.ts'

const tag = 'API tokens'
const text = { type: 'string' }
const listed: RouteDescription = { tag, summary: 'What programs of the firm log in with' }
const made: RouteDescription = {
  tag,
  summary: 'Make a token with the rights of a role; it is told once and kept as a hash',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['name', 'role', 'places', 'expiresOn'],
    properties: {
      name: { ...text, description: 'Whose it is; changes made with it stand under this name' },
      role: { ...text, description: 'A Role_Code; nothing about accounts and rights is given to a program' },
      places: { description: '"everything", or a list of { level, code }' },
      expiresOn: { ...text, format: 'date', description: 'The last day, at most a year from now' },
    },
  },
  answer: { status: 201, description: 'Made; `token` is never told again' },
  problems: [422],
}
const revoked: RouteDescription = {
  tag,
  summary: 'Revoke a token; it opens nothing any more',
  problems: [404],
}

export function addApiTokenRoutes(app: FastifyInstance): void {
  app.get('/api/v1/api-tokens', { config: { may: ['read', 'apiToken'], description: listed } }, (request) =>
    listApiTokens(request.ctx),
  )
  app.post(
    '/api/v1/api-tokens',
    { config: { may: ['create', 'apiToken'], description: made } },
    async (request, reply) => reply.code(201).send(await makeApiToken(request.ctx, request.body)),
  )
  app.delete<{ Params: { id: string } }>(
    '/api/v1/api-tokens/:id',
    { config: { may: ['delete', 'apiToken'], description: revoked } },
    async (request, reply) => {
      await revokeApiToken(request.ctx, request.params.id)
      return reply.code(204).send()
    },
  )
}
