import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { givenCodeFieldOf } from '#domain/catalogue/reading/given-codes.ts'
import { badRequest, invalid } from '#domain/problem.ts'
import type { QueryText } from './list-query.ts'
import * as lookups from './lookup-service.ts'
import * as resources from './record-service.ts'
import * as describe from './describe-record.ts'
import { t } from '#domain/messages/t.ts'
import '../core/route-policy.ts'

interface WithId {
  Params: { id: string }
}

/** Entities whose records are created by their own service. */
const createdByOwnService = ['visit']

/** REST routes for every entity of the catalogue under /api/v1. */
export function addResourceRoutes(app: FastifyInstance): void {
  for (const entity of catalogue) addRoutesOf(app, entity)
}

function addRoutesOf(app: FastifyInstance, entity: Entity): void {
  const { name } = entity
  const all = `/api/v1/${entity.path}`
  const one = `${all}/:id`

  app.get<{ Querystring: QueryText }>(
    all,
    { config: { may: ['read', name], description: () => describe.list(entity) } },
    async (request, reply) => {
      const page = await resources.list(request.ctx, name, request.query)
      return reply.type('application/json; charset=utf-8').send(page)
    },
  )
  // Not under the entity's own path, where it would hide a record with the code `options`.
  app.get<{ Querystring: QueryText }>(
    `/api/v1/options/${entity.path}`,
    { config: { may: ['read', name], description: () => describe.options(entity) } },
    (request) => lookups.options(request.ctx, name, request.query),
  )
  app.get<WithId>(
    one,
    { config: { may: ['read', name], description: () => describe.read(entity) } },
    async (request, reply) => sendRecord(reply, await resources.read(request.ctx, name, request.params.id)),
  )
  if (!createdByOwnService.includes(name)) {
    app.post<{ Querystring: QueryText }>(
      all,
      { config: { may: ['create', name], description: () => describe.create(entity) } },
      (request, reply) =>
        createRecord(request, reply, entity, { keepCodes: readKeepCodes(entity, request.query) }),
    )
  }
  for (const [method, fields] of [
    ['PATCH', 'some'],
    ['PUT', 'all'],
  ] as const) {
    app.route<WithId>({
      method,
      url: one,
      config: { may: ['update', name], description: () => describe.update(entity, fields) },
      handler: async (request, reply) => {
        const version = versionOf(request)
        const { id: idOrCode } = request.params
        const update = { idOrCode, input: request.body, fields, ...(version !== undefined && { version }) }
        return sendRecord(reply, await resources.update(request.ctx, name, update))
      },
    })
  }
  app.delete<WithId>(
    one,
    { config: { may: ['delete', name], description: () => describe.remove(entity) } },
    async (request, reply) => {
      await resources.remove(request.ctx, name, request.params.id, versionOf(request))
      return reply.code(204).send()
    },
  )
  app.post<WithId>(
    `${one}/restore`,
    { config: { may: ['restore', name], description: () => describe.restore(entity) } },
    async (request, reply) =>
      sendRecord(reply, await resources.restore(request.ctx, name, request.params.id)),
  )
  app.get<WithId>(
    `${one}/history`,
    { config: { may: ['history', name], description: () => describe.history(entity) } },
    (request) => resources.history(request.ctx, name, request.params.id),
  )
  app.get<WithId>(
    `${one}/names`,
    { config: { may: ['read', name], description: () => describe.names(entity) } },
    (request) => resources.namesIn(request.ctx, name, request.params.id),
  )
}

export async function createRecord(
  request: FastifyRequest,
  reply: FastifyReply,
  entity: Entity,
  options?: { keepCodes: boolean },
): Promise<FastifyReply> {
  const { status, body } = await resources.create(request.ctx, entity.name, request.body, options)
  reply.header('location', `/api/v1/${entity.path}/${body.id}`)
  return sendRecord(reply.code(status), body)
}

export function sendRecord(reply: FastifyReply, record: StoredRecord): FastifyReply {
  return reply.header('etag', `"${record.version}"`).send(record)
}

/** The version in the If-Match header, if any. */
function versionOf(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined) return undefined
  const match = /^(?:W\/)?"(\d{1,15})"$/.exec(header)
  if (!match) throw badRequest(t('If-Match should be the ETag of the record that was changed, such as "3"'))
  return Number(match[1])
}

function readKeepCodes(entity: Entity, { keepCodes }: QueryText): boolean {
  if (keepCodes === undefined || keepCodes === 'false') return false
  if (keepCodes !== 'true')
    throw invalid([
      { field: 'keepCodes', message: t('{label} should be true or false', { label: 'keepCodes' }) },
    ])
  if (givenCodeFieldOf(entity)) return true
  const message = t('{records} have no codes that can be kept', { records: t(entity.plural) })
  throw invalid([{ field: 'keepCodes', message }])
}
