import type { FastifyInstance } from 'fastify'
import { daysBetween, parseDay } from '#domain/dates.ts'
import { dayIn } from '#domain/moments.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import { weekdays } from '#domain/visits/working-days.ts'
import type { QueryText } from '../resources/list-query.ts'
import { mostMinutes, mostPlans, usualMinutes } from '../visits/bulk-plan-payload.ts'
import { planVisits } from '../visits/bulk-plan-service.ts'
import { listWorkingDays, mostDays, usualEnd } from '../visits/working-days.ts'
import type { RouteDescription } from './route-policy.ts'

const text = { type: 'string' }
const day = { type: 'string', format: 'date' }

const planned: RouteDescription = {
  tag: 'Visits',
  summary: 'Plan several visits one after the other, all or none; an open plan is moved',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['Customer_Codes', 'Day', 'From'],
    properties: {
      Customer_Codes: {
        type: 'array',
        items: text,
        minItems: 1,
        maxItems: mostPlans,
        description: 'In the order of the visits',
      },
      Day: day,
      From: { ...text, description: 'The time of the first visit of a day: 09:00' },
      Every: {
        type: 'integer',
        minimum: 1,
        maximum: mostMinutes,
        default: usualMinutes,
        description: 'Minutes. What would begin after 19:00 goes on to the next working day',
      },
      Remarks: text,
      Assigned_To: { ...text, description: 'The employee number of who is to make the visits' },
      Even_If_Off: { type: 'boolean', description: 'Plan although the day is a weekly off or a holiday' },
    },
  },
  answer: {
    status: 201,
    description: 'Planned. On a day off the answer is 422, with nextWorkingDay',
    schema: {
      type: 'object',
      properties: {
        planned: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              Customer_Code: text,
              Visit_ID: text,
              Planned_At: { type: 'string', format: 'date-time' },
              wasMoved: { type: 'boolean' },
            },
          },
        },
        today: day,
        timeZone: text,
      },
    },
  },
  problems: [409, 422],
}

const workingDays: RouteDescription = {
  tag: 'Visits',
  summary: 'The days on which nobody is visited, and why',
  query: [
    { name: 'from', description: 'The first day; today unless said', schema: day },
    { name: 'to', description: 'The last day; a month on unless said', schema: day },
    { name: 'State_Code', description: 'Holidays of this state count as well; may be given several times' },
    {
      name: 'Customer_Code',
      description: 'Holidays of the state this customer is in count as well; may be given several times',
    },
  ],
  answer: {
    status: 200,
    description: 'Days off; nextWorkingDay is the first working day after today',
    schema: {
      type: 'object',
      properties: {
        weeklyOffs: { type: 'array', items: { type: 'string', enum: weekdays } },
        offDays: { type: 'array', items: { type: 'object', properties: { day, reason: text } } },
        nextWorkingDay: { ...day, type: ['string', 'null'] },
        today: day,
        timeZone: text,
      },
    },
  },
  problems: [422],
}

export function addBulkPlanRoutes(app: FastifyInstance): void {
  app.post(
    '/api/v1/visit-plans',
    { config: { may: ['create', 'visit'], description: planned } },
    async (request, reply) => {
      const { status, body } = await planVisits(request.ctx, request.body)
      return reply.code(status).send(body)
    },
  )
  app.get(
    '/api/v1/working-days',
    { config: { may: ['read', 'holiday'], description: workingDays } },
    (request) => {
      const query = request.query as QueryText
      const today = dayIn(request.ctx.now(), request.ctx.config.timeZone)
      const problems: FieldProblem[] = Object.keys(query)
        .filter((name) => !['from', 'to', 'State_Code', 'Customer_Code'].includes(name))
        .map((field) => ({ field, message: `${field} is not offered here` }))
      const dayNamed = (name: string, usual: string): string => {
        const given = query[name] ?? usual
        const read = typeof given === 'string' ? parseDay(given.trim()) : undefined
        if (read === undefined)
          problems.push({ field: name, message: `${name} should be a date like 2026-12-31` })
        return read ?? usual
      }
      const from = dayNamed('from', today)
      const to = dayNamed('to', usualEnd(from))
      if (to < from) problems.push({ field: 'to', message: 'to should not be before from' })
      if (daysBetween(from, to) >= mostDays)
        problems.push({ field: 'to', message: `At most ${mostDays} days can be asked for at once` })
      const several = (field: string): string[] => {
        const values = [query[field] ?? []].flat()
        if (values.length > mostPlans)
          problems.push({ field, message: `${field} should not be given more than ${mostPlans} times` })
        return values
      }
      const span = { from, to, states: several('State_Code'), customers: several('Customer_Code') }
      if (problems.length > 0) throw invalid(problems)
      return listWorkingDays(request.ctx, span)
    },
  )
}
