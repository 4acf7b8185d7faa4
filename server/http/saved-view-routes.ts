import type { FastifyInstance } from 'fastify'
import type { QueryText } from '../resources/list-query.ts'
import { listViews, removeView, saveView } from '../views/saved-view-service.ts'
import type { RouteDescription } from './route-policy.ts'

const tag = 'Saved views'
const text = { type: 'string' }
const yesNo = { type: 'boolean' }
const given = {
  screen: { ...text, description: 'The path of a screen, such as /get' },
  name: text,
  query: { ...text, description: 'What stands behind the ? of its address' },
  shared: { ...yesNo, default: false, description: 'Whether everybody sees it' },
}
const view = {
  type: 'object',
  properties: { id: text, ...given, isOwn: yesNo, by: { type: ['string', 'null'] } },
}

const listed: RouteDescription = {
  tag,
  summary: 'One’s own views of a screen, then those that others share',
  query: [{ name: 'screen', description: 'The path of the screen' }],
  answer: {
    status: 200,
    description: 'The views',
    schema: { type: 'object', properties: { items: { type: 'array', items: view } } },
  },
  problems: [422],
}

const saved: RouteDescription = {
  tag,
  summary: 'Save a view; the same name again replaces it',
  body: { type: 'object', additionalProperties: false, required: ['screen', 'name'], properties: given },
  answer: { status: 201, description: 'Saved (200: one of that name was replaced)', schema: view },
  problems: [422],
}

const removed: RouteDescription = {
  tag,
  summary: 'Delete a view of one’s own; an administrator also one that somebody shares',
  answer: { status: 204, description: 'Deleted' },
  problems: [404],
}

export function addSavedViewRoutes(app: FastifyInstance): void {
  app.get('/api/v1/saved-views', { config: { may: ['read', 'savedView'], description: listed } }, (request) =>
    listViews(request.ctx, (request.query as QueryText)['screen']),
  )
  app.post(
    '/api/v1/saved-views',
    { config: { may: ['create', 'savedView'], description: saved } },
    async (request, reply) => {
      const { status, body } = await saveView(request.ctx, request.body)
      return reply.code(status).send(body)
    },
  )
  app.delete<{ Params: { id: string } }>(
    '/api/v1/saved-views/:id',
    { config: { may: ['delete', 'savedView'], description: removed } },
    async (request, reply) => {
      await removeView(request.ctx, request.params.id)
      return reply.code(204).send()
    },
  )
}
