import type { FastifyInstance } from 'fastify'
import { batches, batchWithChanges } from '../masters/batch-service.ts'
import { undoBatch } from '../masters/undo-batch.ts'
import type { QueryText } from '../resources/list-query.ts'
import type { RouteDescription } from './route-policy.ts'

const tag = 'Changes at once'
const text = { type: 'string' }
const maybe = { type: ['string', 'null'] }
const batch = {
  type: 'object',
  properties: {
    id: text,
    kind: text,
    entity: maybe,
    title: text,
    by: text,
    at: text,
    state: text,
    undoes: maybe,
    undoneAt: maybe,
    undoneBy: maybe,
  },
}
const record = { entity: text, path: text, id: text, name: text }
const listOf = (properties: Record<string, unknown>): Record<string, unknown> => ({
  type: 'array',
  items: { type: 'object', properties },
})

const listed: RouteDescription = {
  tag,
  summary: 'What was changed at once, the latest first: imports, bulk edits, merges, renames',
  query: [
    { name: 'entity', description: 'Only those about one entity, by its name' },
    { name: 'limit', description: 'How many, up to 200' },
    { name: 'after', description: 'What the last page gave as next' },
  ],
  answer: {
    status: 200,
    description: 'A page',
    schema: { type: 'object', properties: { items: { type: 'array', items: batch }, next: maybe } },
  },
  problems: [422],
}

const read: RouteDescription = {
  tag,
  summary: 'One of them, with the records it changed, a page at a time',
  query: [{ name: 'after', description: 'What the last page gave as next' }],
  answer: {
    status: 200,
    description: 'The change and its records',
    schema: {
      type: 'object',
      properties: { ...batch.properties, changes: listOf({ ...record, action: text }), next: maybe },
    },
  },
  problems: [404],
}

const undone: RouteDescription = {
  tag,
  summary: 'Take it back as a whole; what somebody changed since is left and named',
  answer: {
    status: 200,
    description: 'What was put back and what was left',
    schema: {
      type: 'object',
      properties: {
        batch,
        undone: { type: 'integer' },
        leftCount: { type: 'integer' },
        left: listOf({ ...record, because: text }),
      },
    },
  },
  problems: [404, 409],
}

interface WithId {
  Params: { id: string }
}

export function addBatchRoutes(app: FastifyInstance): void {
  app.get('/api/v1/batches', { config: { may: ['read', 'batch'], description: listed } }, (request) =>
    batches(request.ctx, request.query as QueryText),
  )
  app.get<WithId>(
    '/api/v1/batches/:id',
    { config: { may: ['read', 'batch'], description: read } },
    (request) => batchWithChanges(request.ctx, request.params.id, request.query as QueryText),
  )
  app.post<WithId>(
    '/api/v1/batches/:id/undo',
    { config: { may: ['update', 'batch'], description: undone } },
    (request) => undoBatch(request.ctx, request.params.id),
  )
}
