import type { FastifyInstance } from 'fastify'
import { changeSeries, listSeries } from '../masters/series-service.ts'
import type { RouteDescription } from './route-policy.ts'

const tag = 'Generated codes'
const text = { type: 'string' }
const count = { type: 'integer' }
const look = {
  prefix: { ...text, description: 'Up to 8 letters, digits, - and /; the last is no digit' },
  width: { ...count, minimum: 1, maximum: 10, description: 'How many digits the number has at least' },
}
const series = {
  type: 'object',
  properties: { entity: text, of: text, label: text, ...look, last: count },
}

const listed: RouteDescription = {
  tag,
  summary: 'How the codes look that the server deals out, and the last number of each',
  answer: {
    status: 200,
    description: 'The series',
    schema: { type: 'object', properties: { items: { type: 'array', items: series } } },
  },
}

const changed: RouteDescription = {
  tag,
  summary: 'Change how the next codes look; those that were dealt out stay as they are',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['prefix', 'width'],
    properties: {
      ...look,
      start: { type: ['integer', 'null'], description: 'The next number; null: it goes on after the last' },
    },
  },
  answer: { status: 200, description: 'As it is now', schema: series },
  problems: [404, 422],
}

export function addSeriesRoutes(app: FastifyInstance): void {
  app.get('/api/v1/series', { config: { may: ['read', 'series'], description: listed } }, (request) =>
    listSeries(request.ctx),
  )
  app.put<{ Params: { entity: string } }>(
    '/api/v1/series/:entity',
    { config: { may: ['update', 'series'], description: changed } },
    (request) => changeSeries(request.ctx, request.params.entity, request.body),
  )
}
