import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { forms } from '#domain/contract/forms.ts'
import { submitPathOf } from '#domain/contract/submit-paths.ts'
import { lastCodeLookups } from '#domain/contract/last-codes.ts'
import {
  adminTables,
  customerDropdowns,
  customerVisitData,
  objectLookups,
  stringLookups,
} from '#domain/contract/lookups.ts'
import type { QueryText } from './list-query.ts'
import * as lookups from './lookup-service.ts'
import * as describe from './describe-record.ts'
import { createRecord } from './record-routes.ts'
import '../core/route-policy.ts'

const tag = 'Screen paths'

/** The paths of the specification: rows of the contract, each an alias of a resource route. */
export function addContractRoutes(app: FastifyInstance): void {
  for (const { entity: name } of forms) {
    const entity = entityNamed(name)
    const submit = submitPathOf(name)
    if (submit === `/api/v1/${entity.path}`) continue // same as the resource's own path
    app.post(
      submit,
      { config: { may: ['create', name], description: () => ({ ...describe.create(entity), tag }) } },
      (request, reply) => createRecord(request, reply, entity),
    )
  }
  for (const row of objectLookups) {
    const description = () => ({
      tag,
      summary: `Distinct values of ${Object.keys(row.fields).join(' and ')}`,
    })
    app.get(row.path, { config: { may: ['read', row.entity], description } }, (request) =>
      lookups.objects(request.ctx, row),
    )
  }
  for (const { path, entity, field } of stringLookups) {
    const description = () => ({ tag, summary: `Distinct values of ${field}, as strings` })
    app.get(path, { config: { may: ['read', entity], description } }, (request) =>
      lookups.strings(request.ctx, entity, field),
    )
  }
  for (const { path, entity, answer } of lastCodeLookups) {
    const description = () => ({ tag, summary: `The last generated ${entity} code` })
    app.get(path, { config: { may: ['read', entity], description } }, async (request) => ({
      [answer]: await lookups.lastCode(request.ctx, entity),
    }))
  }
  app.get(
    customerDropdowns.path,
    {
      config: {
        may: ['read', customerDropdowns.entity],
        description: () => ({ tag, summary: 'The options of the customer form' }),
      },
    },
    (request) => lookups.dropdowns(request.ctx, customerDropdowns.entity, customerDropdowns.fields),
  )
  app.get<{ Querystring: QueryText }>(
    customerVisitData.path,
    {
      config: {
        may: ['read', customerVisitData.entity],
        description: () => ({
          tag,
          summary: `Customers with the fields needed to plan a visit, at most ${lookups.maxPerAnswer} per page. ${nextPageHint}`,
          query: plainQuery,
          problems: [422],
        }),
      },
    },
    (request, reply) => sendPlainPage(request, reply, customerVisitData.entity, customerVisitData.fields),
  )
  app.get(
    '/api/data/service',
    {
      config: {
        may: ['read', 'service'],
        description: () => ({ tag, summary: 'The services, as { msg: […] }' }),
      },
    },
    async (request) => ({ msg: await lookups.readAllRecords(request.ctx, 'service') }),
  )
  for (const { path, entity } of adminTables) {
    const plural = entityNamed(entity).plural
    const summary = `${plural}, at most ${lookups.maxPerAnswer} per page. ${nextPageHint}`
    const description = () => ({ tag, summary, query: plainQuery, problems: [422] })
    app.get<{ Querystring: QueryText }>(
      path,
      { config: { may: ['read', entity], description } },
      (request, reply) => sendPlainPage(request, reply, entity),
    )
  }
}

const nextPageHint = 'If there are more, the Link header has the address of the next page: <…>; rel="next"'
const plainQuery = [
  { name: 'q', description: 'Words or parts of words, which must all match' },
  {
    name: 'limit',
    description: 'Page size',
    schema: { type: 'integer', minimum: 1, maximum: lookups.maxPerAnswer, default: lookups.maxPerAnswer },
  },
  { name: 'after', description: 'Cursor of the next page, from the Link header' },
]

async function sendPlainPage(
  request: FastifyRequest<{ Querystring: QueryText }>,
  reply: FastifyReply,
  entity: string,
  fields?: readonly string[],
): Promise<FastifyReply> {
  const { items, next } = await lookups.plainPage(request.ctx, entity, request.query, fields)
  if (next !== null) {
    const [path] = request.url.split('?', 1)
    reply.header('link', `<${path}?${next}>; rel="next"`)
  }
  return reply.send(items)
}
