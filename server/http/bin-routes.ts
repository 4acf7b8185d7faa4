import type { FastifyInstance } from 'fastify'
import { bin, restoreMany } from '../masters/bin-service.ts'
import type { QueryText } from '../resources/list-query.ts'
import type { RouteDescription } from './route-policy.ts'

const tag = 'Bin'
const text = { type: 'string' }
const listOf = (properties: Record<string, unknown>): Record<string, unknown> => ({
  type: 'array',
  items: { type: 'object', properties },
})
const record = { entity: text, id: text, name: text }

const listed: RouteDescription = {
  tag,
  summary: 'Deleted records that may be restored, the latest first',
  query: [
    { name: 'entity', description: 'Only those of one entity, by its name' },
    { name: 'q', description: 'Words, or parts of words, that all must occur' },
    { name: 'limit', description: 'How many, up to 200' },
    { name: 'after', description: 'What the last page gave as next' },
  ],
  answer: {
    status: 200,
    description: 'A page; what is sensitive is masked',
    schema: {
      type: 'object',
      properties: {
        items: listOf({
          ...record,
          path: text,
          values: { type: 'object' },
          deletedAt: text,
          deletedBy: text,
        }),
        next: { type: ['string', 'null'] },
      },
    },
  },
  problems: [422],
}

const restored: RouteDescription = {
  tag,
  summary: 'Restore several at once; those that cannot come back are named with the reason',
  body: { type: 'object', required: ['items'], properties: { items: listOf({ entity: text, id: text }) } },
  answer: {
    status: 200,
    description: 'How many are back, and which are not',
    schema: {
      type: 'object',
      properties: {
        restored: { type: 'integer' },
        left: listOf({ ...record, because: text, existing: { type: 'object' } }),
        batch: { type: ['string', 'null'] },
      },
    },
  },
  problems: [422],
}

export function addBinRoutes(app: FastifyInstance): void {
  // Whoever may undo changes at once may look here; which records is asked for each entity.
  app.get('/api/v1/bin', { config: { may: ['read', 'batch'], description: listed } }, (request) =>
    bin(request.ctx, request.query as QueryText),
  )
  app.post(
    '/api/v1/bin/restore',
    { config: { may: ['create', 'batch'], description: restored } },
    (request) => restoreMany(request.ctx, request.body),
  )
}
