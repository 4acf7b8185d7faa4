import type { FastifyInstance } from 'fastify'
import { adviceForCustomer } from '../visits/advice-service.ts'
import { adviceGaps } from '../visits/gap-service.ts'
import { undoVisit } from '../visits/undo-service.ts'
import type { RouteDescription } from './route-policy.ts'

const text = { type: 'string' }
const count = { type: 'integer' }
const list = (items: object): object => ({ type: 'array', items })
const record = (properties: Record<string, object>): object => ({ type: 'object', properties })
const textOrNull = { type: ['string', 'null'] }

const offer = record({
  name: text,
  why: { ...textOrNull, description: 'The path through the mappings, in words; null: no mapping, no claim' },
  rank: {
    type: 'integer',
    enum: [0, 1, 2],
    description:
      '0: mapped for what is chosen; 1: in another season, or for another crop that suits; 2: not mapped',
  },
})

const offered: RouteDescription = {
  tag: 'Visits',
  summary: 'Which crops and materials the mappings offer a customer, by soil, season and chosen crops',
  query: [
    {
      name: 'season',
      description: 'A Season Name; without one, what suits in the present season comes first',
    },
    {
      name: 'crops',
      description: 'Crop Names that are chosen; may be given several times',
      schema: { type: 'array', items: text },
    },
  ],
  answer: {
    status: 200,
    description: 'What the mappings name, the best first; total counts all names there are',
    schema: record({
      soil: textOrNull,
      season: textOrNull,
      crops: list(offer),
      materials: list(offer),
      gaps: { ...list(text), description: 'Crops that suit and have no material' },
      total: record({ crops: count, materials: count }),
    }),
  },
  problems: [404],
}

const gaps: RouteDescription = {
  tag: 'Visits',
  summary: 'What is still to be mapped: crops without a material, soils of customers without a crop',
  answer: {
    status: 200,
    description: 'Those that concern most customers first',
    schema: record({
      crops: list(record({ Crop_Code: text, Crop_Name: text, Suits: list(text), customers: count })),
      soils: list(record({ Soil_Code: text, Soil_Name: text, customers: count })),
    }),
  },
}

const undone: RouteDescription = {
  tag: 'Visits',
  summary: 'Take back a visit one has recorded, on the same day',
  answer: {
    status: 200,
    description: 'The plan as it was; null: the visit had not been planned and is gone',
    schema: record({ visit: { oneOf: [{ $ref: '#/components/schemas/visit' }, { type: 'null' }] } }),
  },
  problems: [404, 409],
}

/** What the mappings decide, and the way back from a visit that was saved by mistake. */
export function addAdviceRoutes(app: FastifyInstance): void {
  app.get<{ Params: { code: string } }>(
    '/api/v1/customers/:code/advice',
    { config: { may: ['read', 'customer'], description: offered } },
    (request) => {
      const { season, crops } = request.query as Record<string, string | string[] | undefined>
      const said = [season ?? []].flat()[0]?.trim()
      const chosen = [crops ?? []].flat().filter((name) => name !== '')
      return adviceForCustomer(request.ctx, request.params.code, { season: said || null, crops: chosen })
    },
  )
  app.get(
    '/api/v1/advice-gaps',
    { config: { may: ['read', 'cropMaterialMapping'], description: gaps } },
    (request) => adviceGaps(request.ctx),
  )
  app.post<{ Params: { id: string } }>(
    '/api/v1/visits/:id/undo',
    { config: { may: ['create', 'visit'], description: undone } },
    async (request, reply) => {
      const { status, body } = await undoVisit(request.ctx, request.params.id)
      return reply.code(status).send(body)
    },
  )
}
