import type { FastifyInstance } from 'fastify'
import {
  dataHealth,
  exceptFinding,
  exceptionsOf,
  findingsOf,
  fixFinding,
  lookOnceMore,
  unexceptFinding,
} from '../masters/health-service.ts'
import type { QueryText } from '../resources/list-query.ts'
import type { RouteDescription } from './route-policy.ts'

const tag = 'Data health'
const text = { type: 'string' }
const maybe = { type: ['string', 'null'] }
const count = { type: ['integer', 'null'] }
const object = (properties: Record<string, object>): object => ({ type: 'object', properties })
const list = (properties: Record<string, object>): object => ({ type: 'array', items: object(properties) })
const named = { entity: text, id: text, name: text }
const after = [{ name: 'after', description: 'What the last page gave as next' }]
const given = (more: string, description: string): object => ({
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: { id: { ...text, description: 'The record' }, [more]: { ...text, description } },
})

const counted = {
  status: 200,
  description: 'What the last look found',
  schema: object({
    lookedAt: maybe,
    isLooking: { type: 'boolean' },
    items: list({ rule: text, found: count, excepted: count, before: count }),
  }),
}
const overview: RouteDescription = {
  tag,
  summary: 'The standing rules, and how many records each finds',
  answer: counted,
}
const again: RouteDescription = {
  tag,
  summary: 'Look once more; a look that takes longer goes on after the answer',
  answer: counted,
}
const found: RouteDescription = {
  tag,
  summary: 'What a rule finds, a page at a time, with the counts of the days',
  query: after,
  answer: {
    status: 200,
    description: 'Those that still are as they were found',
    schema: object({
      found: count,
      items: list({
        ...named,
        words: text,
        field: maybe,
        fix: { type: ['object', 'null'], properties: { words: text } },
        link: { type: ['object', 'null'], properties: { to: text, words: text } },
        other: { type: ['object', 'null'], properties: named },
      }),
      next: maybe,
      trend: list({ day: text, found: count }),
    }),
  },
  problems: [404, 422],
}
const fixed: RouteDescription = {
  tag,
  summary: 'Do what a finding offers',
  body: given('value', 'Where something is asked for'),
  answer: { status: 200, description: 'What was done', schema: object({ words: text }) },
  problems: [404, 409, 422],
}
const right: RouteDescription = {
  tag,
  summary: 'What people said is right as it is, and why',
  query: after,
  answer: {
    status: 200,
    description: 'A page',
    schema: object({ items: list({ ...named, reason: text, by: text, at: text }), next: maybe }),
  },
  problems: [404, 422],
}
const excepted: RouteDescription = {
  tag,
  summary: 'Say that a finding is right as it is, and why',
  body: given('reason', 'Why'),
  answer: { status: 204, description: 'It is found no more' },
  problems: [404, 422],
}
const unexcepted: RouteDescription = {
  tag,
  summary: 'Take that back',
  answer: { status: 204, description: 'It is found again, if it still looks wrong' },
  problems: [404],
}

interface OfRule {
  Params: { rule: string; id: string }
}

export function addDataHealthRoutes(app: FastifyInstance): void {
  const may = ['read', 'dataHealth'] as const
  const mayMend = ['update', 'dataHealth'] as const
  const path = '/api/v1/data-health'
  app.get(path, { config: { may, description: overview } }, (request) => dataHealth(request.ctx))
  app.post(`${path}/look-again`, { config: { may: mayMend, description: again } }, (request) =>
    lookOnceMore(request.ctx),
  )
  app.get<OfRule>(`${path}/:rule`, { config: { may, description: found } }, (request) =>
    findingsOf(request.ctx, request.params.rule, request.query as QueryText),
  )
  app.post<OfRule>(`${path}/:rule/fix`, { config: { may: mayMend, description: fixed } }, (request) =>
    fixFinding(request.ctx, request.params.rule, request.body),
  )
  app.get<OfRule>(`${path}/:rule/except`, { config: { may, description: right } }, (request) =>
    exceptionsOf(request.ctx, request.params.rule, request.query as QueryText),
  )
  app.post<OfRule>(
    `${path}/:rule/except`,
    { config: { may: mayMend, description: excepted } },
    async (request, reply) => {
      await exceptFinding(request.ctx, request.params.rule, request.body)
      return reply.code(204).send()
    },
  )
  app.delete<OfRule>(
    `${path}/:rule/except/:id`,
    { config: { may: mayMend, description: unexcepted } },
    async (request, reply) => {
      await unexceptFinding(request.ctx, request.params.rule, request.params.id)
      return reply.code(204).send()
    },
  )
}
