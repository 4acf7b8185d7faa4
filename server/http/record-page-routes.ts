import type { FastifyInstance } from 'fastify'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { differenceTo, revert } from '../masters/revert-service.ts'
import { usedBy } from '../masters/used-by-service.ts'
import type { QueryText } from '../resources/list-query.ts'
import { sendRecord } from './resource-routes.ts'
import type { RouteDescription } from './route-policy.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const listOf = (properties: Record<string, unknown>): Record<string, unknown> => ({
  type: 'array',
  items: { type: 'object', properties },
})

const usages = (entity: Entity): RouteDescription => ({
  tag: entity.plural,
  summary: `What refers to a ${entity.singular.toLowerCase()}, kind by kind`,
  query: [
    { name: 'exact', description: 'true: count beyond a thousand as well', schema: { type: 'boolean' } },
  ],
  answer: {
    status: 200,
    description: 'How many of each kind, and the first few by name',
    schema: {
      type: 'object',
      properties: {
        items: listOf({
          entity: text,
          path: text,
          field: text,
          label: text,
          value: text,
          count: integer,
          isMore: { type: 'boolean' },
          records: listOf({ id: text, name: text }),
        }),
      },
    },
  },
  problems: [404],
})

const difference = (entity: Entity): RouteDescription => ({
  tag: entity.plural,
  summary: `What a return to an earlier version would change in a ${entity.singular.toLowerCase()}`,
  query: [{ name: 'to', description: 'The number of the version', schema: integer }],
  answer: {
    status: 200,
    description: 'Field by field, now and then',
    schema: {
      type: 'object',
      properties: { version: integer, changes: listOf({ field: text, now: text, earlier: text }) },
    },
  },
  problems: [404, 422],
})

const reverted = (entity: Entity): RouteDescription => ({
  tag: entity.plural,
  summary: `Make a ${entity.singular.toLowerCase()} what an earlier version was; checked like any change`,
  body: { type: 'object', required: ['to', 'version'], properties: { to: integer, version: integer } },
  answer: {
    status: 200,
    description: 'The record',
    schema: { $ref: `#/components/schemas/${entity.name}` },
  },
  problems: [404, 409, 422],
})

interface WithId {
  Params: { id: string }
}

/** What the page of a record asks besides the record itself. */
export function addRecordPageRoutes(app: FastifyInstance): void {
  for (const entity of catalogue) {
    const { name, path } = entity
    const one = `/api/v1/${path}/:id`
    app.get<WithId>(
      `${one}/used-by`,
      { config: { may: ['read', name], description: usages(entity) } },
      ({ ctx, params, query }) => usedBy(ctx, name, params.id, (query as QueryText)['exact'] === 'true'),
    )
    app.get<WithId>(
      `${one}/revert`,
      { config: { may: ['history', name], description: difference(entity) } },
      ({ ctx, params, query }) => differenceTo(ctx, name, params.id, (query as QueryText)['to']),
    )
    app.post<WithId>(
      `${one}/revert`,
      { config: { may: ['update', name], description: reverted(entity) } },
      async (request, reply) =>
        sendRecord(reply, await revert(request.ctx, name, request.params.id, request.body)),
    )
  }
}
