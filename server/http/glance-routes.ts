import type { FastifyInstance } from 'fastify'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import { listInWords } from '#domain/text.ts'
import { levelBelow, territoryLevels, type TerritoryLevel } from '#domain/visits/glance.ts'
import { calendarOf, readListQuery, type QueryText } from '../resources/list-query.ts'
import { glance, type GlanceQuery } from '../visits/glance-service.ts'
import { listVisits } from '../visits/glance-visits.ts'
import type { RouteDescription } from './route-policy.ts'

const levels: readonly string[] = territoryLevels.map(({ level }) => level)
const fields: readonly string[] = territoryLevels.map(({ field }) => field)

const described: RouteDescription = {
  tag: 'Visits',
  summary: 'The firm in numbers: who is seen in time, what is overdue, visits a week, advice, money',
  query: [
    {
      name: 'level',
      description:
        'By what the territory is divided: the level below the part that is asked for, unless given',
      schema: { type: 'string', enum: levels },
    },
    ...territoryLevels.map(({ field, level }) => ({ name: field, description: `Only this ${level}` })),
    {
      name: 'fresh',
      description:
        'true: count anew, at most every ten seconds; else anew after a change, as often as the size of the firm allows',
    },
  ],
  answer: { status: 200, description: 'The numbers, with the moment they are of' },
  problems: [422],
}

const listed: RouteDescription = {
  tag: 'Visits',
  summary: 'Visits with the names of customers and people',
  query: [
    {
      name: 'q',
      description:
        'A Visit ID, or words that all must occur in the customer or, where no customer has them, in the visit',
    },
    ...territoryLevels.map(({ field, level }) => ({
      name: field,
      description: `Only customers in this ${level}`,
    })),
    { name: 'after', description: 'The "next" of the page before' },
  ],
  answer: { status: 200, description: 'A page. Any field of a visit filters it, as in the list of visits' },
  problems: [422],
}

export function addGlanceRoutes(app: FastifyInstance): void {
  app.get('/api/v1/glance', { config: { may: ['read', 'visit'], description: described } }, (request) =>
    glance(request.ctx, readGlance(request.query as QueryText)),
  )
  app.get('/api/v1/visit-log', { config: { may: ['read', 'visit'], description: listed } }, (request) => {
    const isPlace = ([name]: [string, unknown]): boolean => fields.includes(name)
    const query = Object.entries(request.query as QueryText)
    const places = Object.fromEntries(query.filter(isPlace))
    const visits = Object.fromEntries(query.filter((each) => !isPlace(each)))
    const calendar = calendarOf(request.ctx)
    const { filters } = readListQuery(entityNamed('customer'), places, calendar)
    return listVisits(request.ctx, readListQuery(entityNamed('visit'), visits, calendar), filters)
  })
}

function readGlance(query: QueryText): GlanceQuery {
  const problems: FieldProblem[] = []
  const known = ['level', 'fresh', ...fields]
  for (const [name, value] of Object.entries(query)) {
    if (!known.includes(name)) problems.push({ field: name, message: `${name} is not asked for here` })
    if (Array.isArray(value)) problems.push({ field: name, message: `${name} should be given once` })
  }
  const named = territoryLevels.filter(({ field }) => query[field])
  if (named.length > 1) {
    const [first, second] = named
    problems.push({ field: second!.field, message: `Give ${first!.field} or ${second!.field}, not both` })
  }
  const [part] = named
  const { level = levelBelow(part?.field), fresh } = query
  if (!levels.includes(String(level)))
    problems.push({ field: 'level', message: `level should be ${listInWords(levels, 'or')}` })
  if (part && levels.indexOf(String(level)) < levels.indexOf(part.level))
    problems.push({ field: 'level', message: `level should not be above ${part.level}` })
  if (problems.length > 0) throw invalid(problems)
  return {
    level: level as TerritoryLevel,
    ...(part && { part: { level: part.level, code: String(query[part.field]).trim() } }),
    fresh: fresh === 'true',
  }
}
