import type { FastifyInstance } from 'fastify'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { invalid } from '#domain/problem.ts'
import { calendarOf, readListQuery, type QueryText } from '../resources/list-query.ts'
import { balanceStates, dueStates, planOrders } from '#domain/visits/plans.ts'
import { planWords, readPlanQuery } from '../visits/plan-query.ts'
import { listVisitPlans } from '../visits/visit-plan-service.ts'
import { recordVisit } from '../visits/visit-service.ts'
import { sendRecord } from './resource-routes.ts'
import type { RouteDescription } from './route-policy.ts'

const recorded: RouteDescription = {
  tag: 'Visits',
  summary: 'Plan a visit, or record what came of it: the fields tell which',
  body: { $ref: '#/components/schemas/visitPayload' },
  answer: {
    status: 201,
    description: 'Recorded (200: an open plan was moved; 202: kept until someone says whose visit it was)',
    schema: { $ref: '#/components/schemas/visit' },
  },
  problems: [409, 422],
}

const text = { type: 'string' }
const day = { type: 'string', format: 'date' }

const planned: RouteDescription = {
  tag: 'Visits',
  summary: 'Customers with the day their next visit is due and their open plan',
  query: [
    {
      name: 'order',
      description: 'due: the most overdue first; planned: open plans first, by their time',
      schema: { type: 'string', enum: planOrders, default: 'due' },
    },
    {
      name: 'due',
      description:
        'week: from today to six days on. Whoever was never visited is due today. seen: visited in time, due today or later. overdue-7, -30, -90, -more: 1 to 7, 8 to 30, 31 to 90 or more days overdue',
      schema: { type: 'string', enum: dueStates },
    },
    {
      name: 'balance',
      description: 'overdue: something is past its day; owing: something is to be paid; clear: neither',
      schema: { type: 'string', enum: balanceStates },
    },
    { name: 'employee', description: 'Number of the employee who looks after them today; none: nobody does' },
    { name: 'q', description: 'Words, or parts of words, that all must occur in the customer' },
    {
      name: 'limit',
      description: 'How many at most',
      schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    },
    { name: 'after', description: 'The "next" of the page before' },
  ],
  answer: {
    status: 200,
    description: 'A page; today and timeZone are those of the firm. A field of the customer filters it',
    schema: {
      type: 'object',
      required: ['items', 'next', 'today', 'timeZone'],
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              Customer_Code: text,
              Customer_Name: text,
              City_Code: text,
              Visit_In_Days: { type: 'integer' },
              Last_Visited: { ...day, type: ['string', 'null'] },
              Recommended_Date: day,
              Days_Since_Visit_Pending: { type: 'integer', description: 'Negative: not yet due' },
              Plan: {
                type: ['object', 'null'],
                properties: {
                  Visit_ID: text,
                  version: { type: 'integer' },
                  Planned_At: { type: 'string', format: 'date-time' },
                  Remarks: { type: ['string', 'null'] },
                  Assigned_To: { type: ['string', 'null'] },
                },
              },
              Balance: {
                type: ['object', 'null'],
                properties: { As_Of: day, Receivable: { type: 'number' }, Overdue: { type: 'number' } },
              },
              Employee: { type: ['object', 'null'], properties: { employeeNumber: text, name: text } },
            },
          },
        },
        next: { type: ['string', 'null'] },
        today: day,
        timeZone: text,
      },
    },
  },
  problems: [422],
}

export function addVisitRoutes(app: FastifyInstance): void {
  for (const path of ['/api/plan-visit', '/api/v1/visits']) {
    app.post(
      path,
      { config: { may: ['create', 'visit'], description: recorded } },
      async (request, reply) => {
        const { status, body } = await recordVisit(request.ctx, request.body)
        return sendRecord(reply.code(status), body)
      },
    )
  }
  app.get('/api/v1/visit-plans', { config: { may: ['read', 'visit'], description: planned } }, (request) => {
    const query = request.query as QueryText
    const offered = Object.entries(query).filter(([name]) => !(planWords as readonly string[]).includes(name))
    const problems = ['sort', 'total']
      .filter((name) => name in query)
      .map((field) => ({ field, message: `${field} is not offered here: order says how they are sorted` }))
    if (problems.length > 0) throw invalid(problems)
    const customers = readListQuery(
      entityNamed('customer'),
      Object.fromEntries(offered),
      calendarOf(request.ctx),
    )
    return listVisitPlans(request.ctx, readPlanQuery(request.ctx, query), customers)
  })
}
