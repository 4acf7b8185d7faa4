import type { FastifyInstance } from 'fastify'
import { parseDay } from '#domain/dates.ts'
import { dayIn } from '#domain/moments.ts'
import { invalid } from '#domain/problem.ts'
import { handOverCustomers, tryHandOver } from '../visits/handover-service.ts'
import { customersToChoose, reassignPlans } from '../visits/handover-plans.ts'
import { listHandovers } from '../visits/handover-trace.ts'
import type { RouteDescription } from './route-policy.ts'

const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }
const day = { type: 'string', format: 'date' }
const codes = { type: 'array', items: text }

const handedOver: RouteDescription = {
  tag: 'Visits',
  summary: 'Give customers, and their open plans, from one employee to another: from a day on, or for a time',
  query: [
    { name: 'try', description: 'true: say what would happen, and do nothing', schema: { type: 'boolean' } },
  ],
  body: {
    type: 'object',
    required: ['To_Employee', 'customers', 'From_Day'],
    properties: {
      From_Employee: {
        ...textOrNull,
        description: 'null: customers nobody looks after; left out: whoever does',
      },
      To_Employee: { ...textOrNull, description: 'null: nobody' },
      customers: {
        description: '"all" of theirs, those in a part of the territory, or those named',
        oneOf: [
          { const: 'all' },
          {
            type: 'object',
            properties: {
              Zone_Code: text,
              State_Code: text,
              Pool_Code: text,
              Station_Code: text,
              City_Code: text,
            },
          },
          { type: 'object', required: ['Customer_Codes'], properties: { Customer_Codes: codes } },
        ],
      },
      From_Day: day,
      Until_Day: { ...day, type: ['string', 'null'], description: 'Afterwards they are whose they were' },
      Plans: { type: 'boolean', default: false, description: 'Their open plans in that time go along' },
      Remarks: textOrNull,
    },
  },
  answer: {
    status: 201,
    description: 'Done (200: would be done)',
    schema: {
      type: 'object',
      properties: {
        customers: { type: 'integer' },
        plans: { type: 'integer' },
        skipped: { type: 'integer', description: 'Named, but not theirs: they stay where they are' },
        first: { type: 'array', items: { type: 'object' } },
        Customer_Codes: codes,
        Visit_IDs: codes,
        receiver: {
          type: ['string', 'null'],
          description: 'What the account of the receiver will see; null where nobody takes them',
        },
      },
    },
  },
  problems: [422],
}

const traced: RouteDescription = {
  tag: 'Visits',
  summary: 'Who gave customers to whom, the newest first',
  query: [{ name: 'employee', description: 'Only what came from or went to this employee' }],
  answer: { status: 200, description: 'The last moves, each with how many customers and for which days' },
}

const choosable: RouteDescription = {
  tag: 'Visits',
  summary: 'Customers an employee looks after on a day',
  query: [
    { name: 'employee', description: 'The number of an employee, or none' },
    { name: 'day', description: 'Today, unless given' },
    { name: 'q', description: 'Words, or parts of words, that all must occur in the customer' },
    { name: 'after', description: 'The "next" of the page before' },
  ],
  answer: { status: 200, description: 'A page of customers' },
  problems: [422],
}

const reassigned: RouteDescription = {
  tag: 'Visits',
  summary: 'Give open plans to an employee',
  body: {
    type: 'object',
    required: ['Visit_IDs', 'To_Employee'],
    properties: {
      Visit_IDs: codes,
      To_Employee: { ...textOrNull, description: 'null: whoever planned them' },
    },
  },
  answer: { status: 200, description: 'How many changed hands' },
  problems: [422],
}

type Query = Record<string, string | undefined>

export function addHandoverRoutes(app: FastifyInstance): void {
  app.post(
    '/api/v1/handovers',
    { config: { may: ['update', 'assignment'], description: handedOver } },
    async (request, reply) => {
      if ((request.query as Query)['try'] === 'true') return tryHandOver(request.ctx, request.body)
      const { status, body } = await handOverCustomers(request.ctx, request.body)
      return reply.code(status).send(body)
    },
  )
  app.get(
    '/api/v1/handovers',
    { config: { may: ['history', 'assignment'], description: traced } },
    (request) => listHandovers(request.ctx, one(request.query as Query, 'employee')),
  )
  app.get(
    '/api/v1/handovers/customers',
    { config: { may: ['read', 'assignment'], description: choosable } },
    (request) => {
      const query = request.query as Query
      const employee = one(query, 'employee')
      const { ctx } = request
      const asked = one(query, 'day') ?? dayIn(ctx.now(), ctx.config.timeZone)
      const at = parseDay(asked)
      const [search, after] = [one(query, 'q'), one(query, 'after')]
      if (!employee) throw invalid([{ field: 'employee', message: 'employee is required (none: nobody)' }])
      if (!at) throw invalid([{ field: 'day', message: 'day should be a date like 2026-12-31' }])
      return customersToChoose(ctx, {
        employee: employee === 'none' ? null : employee,
        day: at,
        ...(search && { search: search.slice(0, 200) }),
        ...(after && { after }),
      })
    },
  )
  app.post(
    '/api/v1/plans/reassign',
    { config: { may: ['update', 'visit'], description: reassigned } },
    async (request) => (await reassignPlans(request.ctx, request.body)).body,
  )
}

function one(query: Query, name: string): string | undefined {
  const value: unknown = query[name]
  if (Array.isArray(value)) throw invalid([{ field: name, message: `${name} should be given once` }])
  return query[name]?.trim() || undefined
}
