import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseDay } from '#domain/dates.ts'
import { invalid } from '#domain/problem.ts'
import { mostItems } from '#domain/visits/calendar.ts'
import { readCalendar } from '../visits/calendar-service.ts'
import {
  feedState,
  makeFeed,
  readFeedAt,
  readFeedWith,
  switchFeedOff,
  type Credentials,
} from '../visits/feed-service.ts'
import { employeeQuery } from './round-routes.ts'
import type { RouteDescription } from './route-policy.ts'
import { siteOf } from './web-pages.ts'

const text = { type: 'string' }
const textOrNone = { type: ['string', 'null'] }
const day = { type: 'string', format: 'date' }

const calendar: RouteDescription = {
  tag: 'Visits',
  summary: 'What is planned for some days and what came of it, and the days off among them',
  query: [
    { name: 'from', description: 'The first day', schema: day },
    { name: 'to', description: 'The last day; 62 days at most', schema: day },
    { ...employeeQuery, schema: { type: 'string', default: 'all' } },
  ],
  answer: {
    status: 200,
    description: `At most ${mostItems} visits, by their time; isCut says whether there were more`,
    schema: {
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              Visit_ID: text,
              version: { type: 'integer' },
              Status: { type: 'string', enum: ['planned', 'visited', 'missed', 'cancelled'] },
              Planned_At: { type: ['string', 'null'], format: 'date-time' },
              Visited_On: { type: ['string', 'null'], format: 'date' },
              Contact_Mode: textOrNone,
              Remarks: textOrNone,
              Assigned_To: textOrNone,
              employeeName: textOrNone,
              Customer_Code: text,
              Customer_Name: text,
              City_Code: text,
              State_Code: text,
            },
          },
        },
        off: {
          type: 'array',
          items: { type: 'object', properties: { day, name: text, State_Code: textOrNone } },
        },
        isCut: { type: 'boolean' },
        today: day,
        timeZone: text,
      },
    },
  },
  problems: [422],
}

const ofFeed = (summary: string, answer?: RouteDescription['answer']): RouteDescription => ({
  tag: 'Accounts',
  summary,
  ...(answer && { answer }),
})
const createdAt = { type: ['string', 'null'], format: 'date-time' }
const madeFeed = {
  type: 'object',
  properties: {
    createdAt,
    withPassword: {
      type: 'object',
      description: 'Where a calendar that sends a name and a password finds everything',
      properties: { address: text, name: text, password: text },
    },
    address: { ...text, description: 'A secret one, for calendars that send no password' },
    addressTells: { type: 'string', enum: ['codes', 'everything'] },
  },
}

export function addCalendarRoutes(app: FastifyInstance): void {
  app.get('/api/v1/calendar', { config: { may: ['read', 'visit'], description: calendar } }, (request) => {
    const given = request.query as Record<string, unknown>
    const [from, to] = ['from', 'to'].map((name) => {
      const value = given[name]
      return typeof value === 'string' ? parseDay(value.trim()) : undefined
    })
    const problems = Object.entries({ from, to })
      .filter(([, value]) => !value)
      .map(([field]) => ({ field, message: `${field} should be a day like 2026-11-16` }))
    if (problems.length > 0) throw invalid(problems)
    const employee = typeof given['employee'] === 'string' ? given['employee'].trim() : ''
    return readCalendar(request.ctx, { from: from!, to: to! }, employee || 'all')
  })

  const feed = '/api/auth/calendar-feed'
  app.get(
    feed,
    {
      config: {
        may: ['read', 'ownProfile'],
        description: ofFeed('When the own calendar feed was made; null: there is none', {
          status: 200,
          description: 'Its secret address and its password are not told again',
          schema: { type: 'object', properties: { createdAt, hasPassword: { type: 'boolean' } } },
        }),
      },
    },
    (request) => feedState(request.ctx),
  )
  app.post(
    feed,
    {
      config: {
        may: ['update', 'ownProfile'],
        description: ofFeed(
          'Make a password and a secret address for the own calendar; those before are dead',
          {
            status: 201,
            description: 'Both, told only now',
            schema: madeFeed,
          },
        ),
      },
    },
    async (request, reply) => {
      const { secret, password, name, ...feed } = await makeFeed(request.ctx)
      const site = siteFor(request)
      return reply.code(201).send({
        ...feed,
        withPassword: { address: `${site}/api/calendar.ics`, name, password },
        address: `${site}/api/calendar/${secret}.ics`,
        addressTells: request.ctx.config.calendarDetails === 'everywhere' ? 'everything' : 'codes',
      })
    },
  )
  app.delete(
    feed,
    { config: { may: ['delete', 'ownProfile'], description: ofFeed('Switch the own calendar feed off') } },
    async (request, reply) => {
      await switchFeedOff(request.ctx)
      return reply.code(204).send()
    },
  )
  app.get(
    '/api/calendar.ics',
    {
      config: {
        may: ['read', 'calendarFeed'],
        description: {
          tag: 'Visits',
          summary:
            'The own visits as an iCalendar (RFC 5545), for a name and a calendar password in the header',
          proof: 'calendarPassword',
          answer: { status: 200, description: 'text/calendar' },
          problems: [401],
        },
      },
    },
    // Nobody keeps a copy: another name at the same address sees other visits.
    async (request, reply) =>
      sendCalendar(reply, await readFeedWith(request.ctx, credentialsOf(request), siteFor(request))),
  )
  app.get<{ Params: { file: string } }>(
    '/api/calendar/:file',
    {
      config: {
        may: ['read', 'calendarFeed'],
        isPathSecret: true,
        description: {
          tag: 'Visits',
          summary:
            'When the visits of a person are, and to which customer codes, as an iCalendar; the secret in the address is the key',
          answer: { status: 200, description: 'text/calendar' },
          problems: [404],
        },
      },
    },
    async (request, reply) => {
      const content = await readFeedAt(request.ctx, request.params.file, siteFor(request))
      return sendCalendar(reply.header('cache-control', 'private, max-age=300'), content)
    },
  )
}

const siteFor = (request: FastifyRequest): string => request.ctx.config.siteUrl ?? siteOf(request)

const sendCalendar = (reply: FastifyReply, content: string): FastifyReply =>
  reply
    .header('content-type', 'text/calendar; charset=utf-8')
    .header('content-disposition', 'inline; filename="agridesk.ics"')
    .send(content)

/** As RFC 7617 has it. Undefined: none were sent; what cannot be read is a name and a password that fit nothing. */
function credentialsOf(request: FastifyRequest): Credentials | undefined {
  const header = request.headers.authorization ?? ''
  if (!/^basic(?:\s|$)/i.test(header)) return undefined
  const sent = /^\S+\s+([A-Za-z0-9+/]{1,1000}={0,2})\s*$/.exec(header)?.[1] ?? ''
  const [, name = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(sent, 'base64').toString()) ?? []
  return { name, password }
}
