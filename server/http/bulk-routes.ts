import type { FastifyInstance } from 'fastify'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { mostAtOnce } from '../masters/bulk-request.ts'
import { bulkChange } from '../masters/bulk-service.ts'
import type { RouteDescription } from './route-policy.ts'

// Thousands of ids, each with its version.
const mostBytes = 1024 * 1024
const text = { type: 'string' }
const count = { type: 'integer' }

const described = ({ name, plural }: Entity): RouteDescription => ({
  tag: plural,
  summary: `Change or delete many ${plural.toLowerCase()} at once; with an Idempotency-Key it can be sent again`,
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['action'],
    properties: {
      action: { type: 'string', enum: ['update', 'delete'] },
      ids: { type: 'array', items: text, description: `At most ${mostAtOnce}; either these or a query` },
      query: { ...text, description: 'What follows the ? of the list: all that match it' },
      set: { $ref: `#/components/schemas/${name}Input`, required: [] },
      versions: {
        type: 'object',
        additionalProperties: count,
        description: 'By id: a record that has another version by now is left',
      },
      rehearse: { type: 'boolean', description: 'true: do it and take it back, to say what would happen' },
    },
  },
  answer: {
    status: 200,
    description:
      'What was done, as one change that can be taken back, and what was left. 422, and nothing written, when none could be changed',
    schema: {
      type: 'object',
      properties: {
        batch: { type: ['object', 'null'], properties: { id: text, title: text } },
        changed: count,
        unchanged: count,
        leftCount: count,
        left: {
          type: 'array',
          items: { type: 'object', properties: { id: text, name: text, because: text } },
        },
      },
    },
  },
  problems: [422],
})

export function addBulkRoutes(app: FastifyInstance): void {
  for (const entity of catalogue) {
    app.post(
      `/api/v1/bulk/${entity.path}`,
      { bodyLimit: mostBytes, config: { may: ['update', entity.name], description: described(entity) } },
      async (request, reply) => {
        const { status, body } = await bulkChange(request.ctx, entity.name, request.body)
        return reply.code(status).send(body)
      },
    )
  }
}
