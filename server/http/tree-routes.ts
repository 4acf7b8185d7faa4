import type { FastifyInstance } from 'fastify'
import { trees } from '#domain/trees.ts'
import { treePage } from '../masters/tree-service.ts'
import type { QueryText } from '../resources/list-query.ts'
import type { RouteDescription } from './route-policy.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const count = { type: 'object', properties: { entity: text, count: integer, isMore: { type: 'boolean' } } }
const node = {
  type: 'object',
  properties: {
    id: text,
    entity: text,
    code: text,
    name: text,
    version: integer,
    below: integer,
    counts: { type: 'array', items: count },
    children: { type: 'array', items: { type: 'object' } },
  },
}

const described = (heading: string): RouteDescription => ({
  tag: 'Trees',
  summary: `${heading}: the children of a node with what lies below each, a level at a time`,
  query: [
    { name: 'parent', description: 'The node whose children are wanted, as entity:id; the roots without' },
    { name: 'q', description: 'Words, or parts of words: answers what is found, with all above it' },
    { name: 'limit', description: 'How many, up to 200' },
    { name: 'after', description: 'What the last page gave as next' },
  ],
  answer: {
    status: 200,
    description: 'A page of a level',
    schema: {
      type: 'object',
      properties: { items: { type: 'array', items: node }, next: { type: ['string', 'null'] } },
    },
  },
  problems: [404, 422],
})

export function addTreeRoutes(app: FastifyInstance): void {
  for (const { name, heading, levels } of trees) {
    app.get(
      `/api/v1/trees/${name}`,
      { config: { may: ['read', levels[0]!.entity.name], description: described(heading) } },
      (request) => treePage(request.ctx, name, request.query as QueryText),
    )
  }
}
