import type { FastifyInstance } from 'fastify'
import { invalid } from '#domain/problem.ts'
import { customerPage } from '../visits/customer-page.ts'
import { moreVisits } from '../visits/customer-visits.ts'
import type { RouteDescription } from './route-policy.ts'

const day = { type: 'string', format: 'date' }
const visits = {
  type: 'object',
  properties: {
    items: { type: 'array', items: { $ref: '#/components/schemas/visit' } },
    next: { type: ['string', 'null'] },
  },
}

const page: RouteDescription = {
  tag: 'Visits',
  summary:
    'Everything about one customer: master data, plan, balance over time, who looks after them, visits',
  answer: {
    status: 200,
    description:
      'What is sensitive is masked. The first 20 visits, the newest first. Parts the account may not read are absent: place, cityPlace, balances, assignments, visits, and Plan, Balance and Employee within plan',
    schema: {
      type: 'object',
      required: ['customer', 'names', 'plan', 'today', 'timeZone'],
      properties: {
        customer: { $ref: '#/components/schemas/customer' },
        names: {
          type: 'object',
          description: 'What the codes are called',
          additionalProperties: { type: 'string' },
        },
        place: { type: ['object', 'null'] },
        cityPlace: { type: ['string', 'null'] },
        plan: { type: 'object', description: 'As in /api/v1/visit-plans' },
        balances: {
          type: 'array',
          items: {
            type: 'object',
            properties: { As_Of: day, Receivable: { type: 'number' }, Overdue: { type: 'number' } },
          },
        },
        assignments: { type: 'array', items: { type: 'object' } },
        visits,
        today: day,
        timeZone: { type: 'string' },
      },
    },
  },
  problems: [404],
}

const more: RouteDescription = {
  tag: 'Visits',
  summary: 'The visits of one customer after the first 20, the newest first, with the names of people',
  query: [{ name: 'after', description: 'The "next" of the page before' }],
  answer: { status: 200, description: 'A page of visits', schema: visits },
  problems: [404, 422],
}

type WithId = { Params: { id: string } }

export function addCustomerPageRoutes(app: FastifyInstance): void {
  app.get<WithId>(
    '/api/v1/customers/:id/page',
    { config: { may: ['read', 'customer'], description: page } },
    (request) => customerPage(request.ctx, request.params.id),
  )
  app.get<WithId>(
    '/api/v1/customers/:id/visits',
    { config: { may: ['read', 'visit'], description: more } },
    (request) => {
      const { after = '' } = request.query as { after?: unknown }
      if (typeof after !== 'string')
        throw invalid([{ field: 'after', message: 'after should be given once' }])
      return moreVisits(request.ctx, request.params.id, after)
    },
  )
}
