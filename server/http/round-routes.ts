import type { FastifyInstance } from 'fastify'
import { parseDay } from '#domain/dates.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import { orderRound, readVisitIds } from '../visits/round-order.ts'
import { readRound } from '../visits/round-service.ts'
import type { RouteDescription } from './route-policy.ts'

const text = { type: 'string' }
const day = { type: 'string', format: 'date' }
const count = { type: 'integer' }
const orNone = (schema: { type: string }): object => ({ ...schema, type: [schema.type, 'null'] })

export const employeeQuery = {
  name: 'employee',
  description:
    'An employee number, mine or all. Of an employee: what they are to make and, where nobody was named, what they planned',
}

const stop = {
  type: 'object',
  properties: {
    position: count,
    Visit_ID: text,
    version: count,
    Planned_At: { type: 'string', format: 'date-time' },
    Remarks: orNone(text),
    Assigned_To: orNone(text),
    employeeName: orNone(text),
    Customer_Code: text,
    Customer_Name: text,
    Customer_Phone: text,
    Street: text,
    City_Code: text,
    City_Name: text,
    Pin_Code: text,
    Place: {
      type: ['object', 'null'],
      properties: { at: text, of: { type: 'string', enum: ['customer', 'city'] } },
    },
    Balance: {
      type: ['object', 'null'],
      properties: { As_Of: day, Receivable: { type: 'number' }, Overdue: { type: 'number' } },
    },
    reasons: { type: 'array', items: text },
  },
}

const round = {
  status: 200,
  description: 'The round; lengths are in kilometres as the crow flies, null while too few places are known',
  schema: {
    type: 'object',
    properties: {
      day,
      today: day,
      timeZone: text,
      stops: { type: 'array', items: stop },
      isByHand: { type: 'boolean', description: 'Somebody put the stops in this order' },
      kilometres: orNone({ type: 'number' }),
      kilometresByTime: orNone({ type: 'number' }),
      off: orNone(text),
      isCut: { type: 'boolean' },
      tiles: orNone(text),
    },
  },
}

/** The day and the person of an address or a body. */
function readWhen(given: unknown): { day: string; employee: string } {
  const { day, employee = 'mine' } = (given ?? {}) as Record<string, unknown>
  const problems: FieldProblem[] = []
  const read = typeof day === 'string' ? parseDay(day.trim()) : undefined
  if (!read) problems.push({ field: 'day', message: 'day should be a day like 2026-11-16' })
  if (typeof employee !== 'string' || employee.trim() === '')
    problems.push({ field: 'employee', message: 'employee should be an employee number, mine or all' })
  if (problems.length > 0) throw invalid(problems)
  return { day: read!, employee: (employee as string).trim() }
}

export function addRoundRoutes(app: FastifyInstance): void {
  const read: RouteDescription = {
    tag: 'Visits',
    summary: "The plans of a day in the order of the way, each with its reasons: a day's round",
    query: [
      { name: 'day', description: 'Which day, like 2026-11-16', schema: day },
      { ...employeeQuery, schema: { type: 'string', default: 'mine' } },
    ],
    answer: round,
    problems: [422],
  }
  app.get('/api/v1/rounds', { config: { may: ['read', 'visit'], description: read } }, (request) => {
    const { day, employee } = readWhen(request.query)
    return readRound(request.ctx, day, employee)
  })

  const order: RouteDescription = {
    tag: 'Visits',
    summary: 'Put the stops of a day in an order of your own; an empty list gives the shortest way back',
    body: {
      type: 'object',
      required: ['day', 'Visit_IDs'],
      properties: {
        day,
        employee: { ...text, default: 'mine' },
        Visit_IDs: { type: 'array', items: text, uniqueItems: true },
      },
    },
    answer: round,
    problems: [409, 422],
  }
  app.put(
    '/api/v1/rounds/order',
    { config: { may: ['create', 'visit'], description: order } },
    async (request) => {
      const visitIds = readVisitIds(request.body)
      const when = readWhen(request.body)
      await orderRound(request.ctx, { ...when, visitIds })
      return readRound(request.ctx, when.day, when.employee)
    },
  )
}
