import type { FastifyInstance } from 'fastify'
import { alikeFieldsOf } from '#domain/alike/alike-fields.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { alike } from '../masters/alike-service.ts'
import type { RouteDescription } from './route-policy.ts'

const text = { type: 'string' }

const described = (entity: Entity): RouteDescription => ({
  tag: entity.plural,
  summary: `The ${entity.plural.toLowerCase()} that may be the one being typed, the likeliest first, and why`,
  body: {
    type: 'object',
    description: 'What is typed so far; the id of the record that is being changed, which is left out',
  },
  answer: {
    status: 200,
    description: 'Up to 5',
    schema: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: text,
              name: text,
              title: { type: ['string', 'null'] },
              reasons: { type: 'array', items: text },
            },
          },
        },
      },
    },
  },
  problems: [422],
})

/** Not under the entity's own path, where it would stand in the way of a record with such a code. */
export function addAlikeRoutes(app: FastifyInstance): void {
  for (const entity of catalogue) {
    const { names, telling } = alikeFieldsOf(entity)
    if (names.length + telling.length === 0) continue
    app.post(
      `/api/v1/alike/${entity.path}`,
      { config: { may: ['read', entity.name], description: described(entity) } },
      (request) => alike(request.ctx, entity.name, request.body),
    )
  }
}
