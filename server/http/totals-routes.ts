import type { FastifyInstance } from 'fastify'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { listTotals } from '../masters/totals-service.ts'
import type { QueryText } from '../resources/list-query.ts'
import { matching } from './describe-resource.ts'
import type { RouteDescription } from './route-policy.ts'

const number = { type: ['number', 'null'] }
const value = { type: ['number', 'string', 'null'] }

const described = (entity: Entity): RouteDescription => ({
  tag: entity.plural,
  summary: `How many ${entity.plural.toLowerCase()} match, and what their numbers come to. Fields filter as in the list`,
  query: [
    {
      name: 'of',
      description: 'Fields that are numbers, amounts, days or moments: Visit_In_Days,Last_Visited',
    },
    ...matching(entity),
  ],
  answer: {
    status: 200,
    description: 'The exact count; of days and moments the first and the last',
    schema: {
      type: 'object',
      required: ['count', 'totals'],
      properties: {
        count: { type: 'integer' },
        totals: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            properties: { sum: number, average: number, least: value, most: value },
          },
        },
      },
    },
  },
  problems: [422],
})

export function addTotalsRoutes(app: FastifyInstance): void {
  for (const entity of catalogue) {
    app.get(
      `/api/v1/totals/${entity.path}`,
      { exposeHeadRoute: false, config: { may: ['read', entity.name], description: described(entity) } },
      (request) => listTotals(request.ctx, entity.name, request.query as QueryText),
    )
  }
}
