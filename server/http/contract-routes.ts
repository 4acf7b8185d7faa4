import type { FastifyInstance } from 'fastify'
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
        description: { tag, summary: 'Customers with what planning a visit needs' },
      },
    },
    (request) => lookups.everyRecord(request.ctx, customerVisitData.entity, customerVisitData.fields),
  )
  app.get(
    '/api/data/service',
    { config: { may: ['read', 'service'], description: { tag, summary: 'The services, as { msg: […] }' } } },
    async (request) => ({ msg: await lookups.everyRecord(request.ctx, 'service') }),
  )
  for (const { path, entity } of adminTables) {
    const description = { tag, summary: `Every ${entityNamed(entity).singular.toLowerCase()}` }
    app.get(path, { config: { may: ['read', entity], description } }, (request) =>
      lookups.everyRecord(request.ctx, entity),
    )
  }
}
