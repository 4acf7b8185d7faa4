import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyError, FastifyInstance } from 'fastify'
import { entityAtPath } from '#domain/catalogue/catalogue.ts'
import { notFound, Problem } from '#domain/problem.ts'
import { demand } from '../gate.ts'
import { changeImport } from '../imports/change-import.ts'
import { importRows, mappedValues, unknownReferences, wrongRows } from '../imports/import-rows.ts'
import {
  cancelImport,
  imports,
  jobFor,
  readImport,
  refuseWithoutRows,
  removeImport,
  startImport,
  uploadFile,
  withStanding,
} from '../imports/import-service.ts'
import type { ImportWorker } from '../imports/import-worker.ts'
import { maxFileSize, refuseTooLarge } from '../imports/receive-file.ts'
import { changeRemembered, forgetRemembered, rememberedValues } from '../imports/remembered.ts'
import { templateBook, templateOf } from '../imports/template.ts'
import type { QueryText } from '../resources/list-query.ts'
import { sendProblem } from './answer-problem.ts'
import * as described from './import-descriptions.ts'

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const lingerMilliseconds = 1000

/**
 * Whoever still sends when the connection is closed is told of that instead of the answer: what comes is thrown away for
 * a moment, in which the answer can be read.
 */
function endSoon(request: IncomingMessage): void {
  request.resume()
  const cut = setTimeout(() => request.destroy(), lingerMilliseconds).unref()
  request.once('close', () => clearTimeout(cut))
}

/** How long the answer waits for the file to be read, in milliseconds: as the header Prefer says (RFC 7240), at most this. */
const longestWait = 30_000

function waitOf(prefer: string | string[] | undefined): number {
  const [, seconds] = /\bwait=(\d{1,4})/.exec([prefer ?? ''].flat().join()) ?? []
  return seconds === undefined ? longestWait : Math.min(Number(seconds) * 1000, longestWait)
}

interface WithId {
  Params: { id: string }
}

export function addImportRoutes(app: FastifyInstance, worker: ImportWorker): void {
  const path = '/api/v1/imports'
  const may = {
    read: ['read', 'importJob'],
    create: ['create', 'importJob'],
    update: ['update', 'importJob'],
    delete: ['delete', 'importJob'],
  } as const
  app.addHook('onClose', () => worker.close())
  // Within a scope of its own: nothing else takes a file, or this much of anything.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      // The rest of what is sent is of no use to anybody.
      if (!request.raw.complete) endSoon(request.raw)
      if (!(error instanceof Problem) || error.status !== 413) throw error
      return sendProblem(reply.removeHeader('connection'), error)
    })
    scope.post(
      path,
      { bodyLimit: maxFileSize, config: { may: may.create, description: described.uploaded } },
      async (request, reply) => {
        refuseTooLarge(Number(request.headers['content-length'] ?? 0))
        const body = request.body instanceof Readable ? request.body : undefined
        const wait = waitOf(request.headers['prefer'])
        const job = await uploadFile(request.ctx, worker, request.query as QueryText, body, wait)
        return reply.code(job.state === 'reading' ? 202 : 201).send(job)
      },
    )
  })
  app.get(path, { config: { may: may.read, description: described.listed } }, async (request) => {
    const { items, next } = await imports(request.ctx, request.query as QueryText)
    return { items: items.map((job) => withStanding(worker, job)), next }
  })
  app.get<WithId>(
    `${path}/:id`,
    { config: { may: may.read, description: described.read } },
    async (request) => withStanding(worker, await readImport(request.ctx, request.params.id)),
  )
  app.patch<WithId>(
    `${path}/:id`,
    { bodyLimit: 4 * 1024 * 1024, config: { may: may.update, description: described.changed } },
    (request) => changeImport(request.ctx, request.params.id, request.body),
  )
  app.delete<WithId>(
    `${path}/:id`,
    { config: { may: may.delete, description: described.removed } },
    async (request, reply) => {
      await removeImport(request.ctx, request.params.id)
      return reply.code(204).send()
    },
  )
  app.get<WithId>(`${path}/:id/rows`, { config: { may: may.read, description: described.rows } }, (request) =>
    importRows(request.ctx, request.params.id, request.query as QueryText),
  )
  app.get<WithId>(
    `${path}/:id/unknown`,
    { config: { may: may.read, description: described.unknown } },
    (request) => unknownReferences(request.ctx, request.params.id),
  )
  app.get<WithId>(
    `${path}/:id/mapped`,
    { config: { may: may.read, description: described.mapped } },
    (request) => mappedValues(request.ctx, request.params.id),
  )
  const memory = '/api/v1/import-memory'
  app.get(memory, { config: { may: may.read, description: described.remembered } }, (request) =>
    rememberedValues(request.ctx, request.query as QueryText),
  )
  app.put(memory, { config: { may: may.update, description: described.rememberedChanged } }, (request) =>
    changeRemembered(request.ctx, request.body),
  )
  app.delete(
    memory,
    { config: { may: may.update, description: described.rememberedForgotten } },
    async (request, reply) => {
      await forgetRemembered(request.ctx, request.query as QueryText)
      return reply.code(204).send()
    },
  )
  app.get<WithId>(
    `${path}/:id/wrong.csv`,
    { config: { may: may.read, description: described.wrong } },
    async (request, reply) => {
      const job = await jobFor(request.ctx, request.params.id)
      refuseWithoutRows(request.ctx, job)
      const name = encodeURIComponent(`${job.name.replace(/\.\w+$/, '')} - wrong rows.csv`)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
        .send(Readable.from(wrongRows(request.ctx, job)))
    },
  )
  for (const [step, rehearsal, description] of [
    ['rehearse', true, described.rehearsed],
    ['run', false, described.run],
  ] as const) {
    app.post<WithId>(
      `${path}/:id/${step}`,
      { config: { may: may.update, description } },
      async (request, reply) =>
        reply.code(202).send(await startImport(request.ctx, worker, request.params.id, rehearsal)),
    )
  }
  app.post<WithId>(
    `${path}/:id/cancel`,
    { config: { may: may.update, description: described.cancelled } },
    (request) => cancelImport(request.ctx, worker, request.params.id),
  )
  app.get<{ Params: { file: string } }>(
    '/api/v1/import-templates/:file',
    { config: { may: may.read, description: described.template } },
    async (request, reply) => {
      const [, name = '', kind] = /^(.+)\.(csv|xlsx)$/.exec(request.params.file) ?? []
      const entity = entityAtPath(name)
      if (!entity)
        throw notFound('There is no such template: ask for one like customers.csv or customers.xlsx')
      demand(request.ctx, 'import', entity.name)
      void reply.header('content-disposition', `attachment; filename="${entity.path}.${kind}"`)
      if (kind === 'csv') return reply.type('text/csv; charset=utf-8').send(templateOf(entity))
      const { timeZone } = request.ctx.config
      return reply.type(xlsxType).send(Readable.from(templateBook(entity, timeZone), { objectMode: false }))
    },
  )
}
