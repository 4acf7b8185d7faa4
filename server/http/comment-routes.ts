import type { FastifyInstance } from 'fastify'
import { addComment, comments, editComment, removeComment } from '../masters/comment-service.ts'
import type { QueryText } from '../resources/list-query.ts'
import type { RouteDescription } from './route-policy.ts'

const tag = 'Comments'
const text = { type: 'string' }
const comment = {
  type: 'object',
  properties: {
    id: text,
    body: text,
    by: text,
    at: text,
    editedAt: { type: ['string', 'null'] },
    isOwn: { type: 'boolean' },
  },
}
const body = { ...text, maxLength: 4000, description: 'Plain text' }

const listed: RouteDescription = {
  tag,
  summary: 'What people wrote beside a record, the latest first',
  query: [
    { name: 'entity', description: 'The name of its entity, such as customer' },
    { name: 'record', description: 'Its id, or its code' },
  ],
  answer: {
    status: 200,
    description: 'The comments',
    schema: { type: 'object', properties: { items: { type: 'array', items: comment } } },
  },
  problems: [404, 422],
}

const added: RouteDescription = {
  tag,
  summary: 'Write a comment; with an Idempotency-Key it can be sent again',
  body: {
    type: 'object',
    required: ['entity', 'record', 'body'],
    properties: { entity: text, record: text, body },
  },
  answer: { status: 201, description: 'The comment', schema: comment },
  problems: [404, 422],
}

const edited: RouteDescription = {
  tag,
  summary: 'Change a comment of one’s own',
  body: { type: 'object', required: ['body'], properties: { body } },
  answer: { status: 200, description: 'The comment', schema: comment },
  problems: [404, 422],
}

const removed: RouteDescription = {
  tag,
  summary: 'Delete a comment of one’s own; an administrator anybody’s',
  answer: { status: 204, description: 'Deleted' },
  problems: [404],
}

interface WithId {
  Params: { id: string }
}

export function addCommentRoutes(app: FastifyInstance): void {
  app.get('/api/v1/comments', { config: { may: ['read', 'comment'], description: listed } }, (request) =>
    comments(request.ctx, request.query as QueryText),
  )
  app.post(
    '/api/v1/comments',
    { config: { may: ['create', 'comment'], description: added } },
    async (request, reply) => {
      const { status, body: made } = await addComment(request.ctx, request.body)
      return reply.code(status).send(made)
    },
  )
  app.patch<WithId>(
    '/api/v1/comments/:id',
    { config: { may: ['update', 'comment'], description: edited } },
    (request) => editComment(request.ctx, request.params.id, request.body),
  )
  app.delete<WithId>(
    '/api/v1/comments/:id',
    { config: { may: ['delete', 'comment'], description: removed } },
    async (request, reply) => {
      await removeComment(request.ctx, request.params.id)
      return reply.code(204).send()
    },
  )
}
