import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { forms } from '#domain/contract/forms.ts'
import { lastCodeLookups } from '#domain/contract/last-codes.ts'
import {
  adminTables,
  customerDropdowns,
  customerVisitData,
  objectLookups,
  stringLookups,
} from '#domain/contract/lookups.ts'
import type { QueryText } from '../resources/list-query.ts'
import * as lookups from '../resources/lookup-service.ts'
import * as describe from './describe-resource.ts'
import { createRecord } from './resource-routes.ts'
import './route-policy.ts'

const tag = 'Paths of the screens'

/** The seed's own paths: rows of the contract, each a thin alias of what the resources do. */
export function addContractRoutes(app: FastifyInstance): void {
  for (const { entity: name, submit } of forms) {
    const entity = entityNamed(name)
    if (submit === `/api/v1/${entity.path}`) continue // the resource's own path already
    app.post(
      submit,
      { config: { may: ['create', name], description: { ...describe.create(entity), tag } } },
      (request, reply) => createRecord(request, reply, entity),
    )
  }
  for (const row of objectLookups) {
    const description = {
      tag,
      summary: `Values of ${Object.keys(row.fields).join(' and ')}, without repeats`,
    }
    app.get(row.path, { config: { may: ['read', row.entity], description } }, (request) =>
      lookups.objects(request.ctx, row),
    )
  }
  for (const { path, entity, field } of stringLookups) {
    const description = { tag, summary: `Values of ${field}, as strings` }
    app.get(path, { config: { may: ['read', entity], description } }, (request) =>
      lookups.strings(request.ctx, entity, field),
    )
  }
  for (const { path, entity, answer } of lastCodeLookups) {
    const description = { tag, summary: `The last ${entity} code dealt out` }
    app.get(path, { config: { may: ['read', entity], description } }, async (request) => ({
      [answer]: await lookups.lastCode(request.ctx, entity),
    }))
  }
  app.get(
    customerDropdowns.path,
    {
      config: {
        may: ['read', customerDropdowns.entity],
        description: { tag, summary: 'The lists of the customer form' },
      },
    },
    (request) => lookups.dropdowns(request.ctx, customerDropdowns.entity, customerDropdowns.fields),
  )
  app.get(
    customerVisitData.path,
    {
      config: {
        may: ['read', customerVisitData.entity],
        description: {
          tag,
          summary: `Customers with what planning a visit needs, at most ${lookups.maxPerAnswer} in one answer. ${furtherPages}`,
          query: plainQuery,
          problems: [422],
        },
      },
    },
    (request, reply) => sendPlainPage(request, reply, customerVisitData.entity, customerVisitData.fields),
  )
  app.get(
    '/api/data/service',
    { config: { may: ['read', 'service'], description: { tag, summary: 'The services, as { msg: […] }' } } },
    async (request) => ({ msg: await lookups.everyRecord(request.ctx, 'service') }),
  )
  for (const { path, entity } of adminTables) {
    const words = entityNamed(entity).plural
    const summary = `${words}, at most ${lookups.maxPerAnswer} in one answer. ${furtherPages}`
    const description = { tag, summary, query: plainQuery, problems: [422] }
    app.get(path, { config: { may: ['read', entity], description } }, (request, reply) =>
      sendPlainPage(request, reply, entity),
    )
  }
}

const furtherPages =
  'Where there are more, the header Link names the address of the next ones: <…>; rel="next"'
const plainQuery = [
  { name: 'q', description: 'Words, or parts of words, that all must occur' },
  {
    name: 'limit',
    description: 'How many at most',
    schema: { type: 'integer', minimum: 1, maximum: lookups.maxPerAnswer, default: lookups.maxPerAnswer },
  },
  { name: 'after', description: 'Where the page before ended: part of the address in the header Link' },
]

async function sendPlainPage(
  request: FastifyRequest,
  reply: FastifyReply,
  entity: string,
  fields?: readonly string[],
): Promise<FastifyReply> {
  const { items, next } = await lookups.plainPage(request.ctx, entity, request.query as QueryText, fields)
  if (next !== null) {
    const [path] = request.url.split('?', 1)
    reply.header('link', `<${path}?${next}>; rel="next"`)
  }
  return reply.send(items)
}
