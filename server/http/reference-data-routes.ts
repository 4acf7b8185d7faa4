import type { FastifyInstance } from 'fastify'
import { loadReference, referencePlans } from '../masters/reference-service.ts'
import type { QueryText } from '../resources/list-query.ts'
import type { RouteDescription } from './route-policy.ts'

const tag = 'Reference data'
const text = { type: 'string' }
const texts = { type: 'array', items: text }
const count = { type: 'integer' }
const zone = 'The Zone Code that new states get; without one, the usual zones are added with them'

const planned: RouteDescription = {
  tag,
  summary: 'What loading countries, currencies, Indian states or GST rates would add, and what differs',
  query: [{ name: 'zone', description: zone }],
  answer: {
    status: 200,
    description: 'The sets',
    schema: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: { type: 'object', properties: { set: text, same: count, add: texts, differ: texts } },
        },
      },
    },
  },
  problems: [422],
}

const loaded: RouteDescription = {
  tag,
  summary: 'Load a set: countries, currencies, states or gst; as one change that can be taken back',
  body: {
    type: 'object',
    additionalProperties: false,
    properties: {
      correct: { type: 'boolean', default: false, description: 'Also correct what differs' },
      zone: { type: ['string', 'null'], description: zone },
    },
  },
  answer: {
    status: 200,
    description: 'What was done; batchId takes it back',
    schema: {
      type: 'object',
      properties: { added: count, corrected: count, left: texts, batchId: { type: ['string', 'null'] } },
    },
  },
  problems: [404, 422],
}

export function addReferenceDataRoutes(app: FastifyInstance): void {
  app.get(
    '/api/v1/reference-data',
    { config: { may: ['read', 'referenceData'], description: planned } },
    (request) => referencePlans(request.ctx, request.query as QueryText),
  )
  app.post<{ Params: { set: string } }>(
    '/api/v1/reference-data/:set',
    { config: { may: ['create', 'referenceData'], description: loaded } },
    (request) => loadReference(request.ctx, request.params.set, request.body),
  )
}
