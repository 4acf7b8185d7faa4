import type { FastifyInstance } from 'fastify'
import { findEverywhere } from '../masters/find-service.ts'
import type { QueryText } from '../resources/list-query.ts'
import type { RouteDescription } from './route-policy.ts'

const text = { type: 'string' }
const item = {
  type: 'object',
  properties: {
    entity: text,
    path: text,
    id: text,
    code: text,
    name: { type: ['string', 'null'] },
    rank: { type: 'integer', description: '0: the code itself; 1, 2: code, name begins so; 3: holds it' },
  },
}

const described: RouteDescription = {
  tag: 'Records',
  summary:
    'The records of any master one may read that fit best what was typed: at most 5 of each, 30 in all',
  query: [{ name: 'q', description: 'A code, the beginning of one, or parts of a name' }],
  answer: {
    status: 200,
    description: 'What was found, the best first',
    schema: {
      type: 'object',
      properties: {
        items: { type: 'array', items: item },
        isCut: { type: 'boolean', description: 'Some masters were not looked into: it took too long' },
      },
    },
  },
  problems: [422],
}

export function addFindRoutes(app: FastifyInstance): void {
  app.get('/api/v1/find', { config: { may: ['read', 'search'], description: described } }, (request) =>
    findEverywhere(request.ctx, request.query as QueryText),
  )
}
