import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyError, FastifyInstance } from 'fastify'
import { entityAtPath } from '#domain/catalogue/catalogue.ts'
import { notFound, Problem } from '#domain/problem.ts'
import { demand } from '../gate.ts'
import { changeImport } from '../imports/change-import.ts'
import { importRows, unknownReferences, wrongRows } from '../imports/import-rows.ts'
import {
  cancelImport,
  imports,
  jobFor,
  readImport,
  removeImport,
  startImport,
  uploadFile,
  type ImportWorker,
} from '../imports/import-service.ts'
import { templateBook, templateOf } from '../imports/template.ts'
import type { QueryText } from '../resources/list-query.ts'
import { sendProblem } from './answer-problem.ts'
import * as described from './import-descriptions.ts'

const mostBytes = 50 * 1024 * 1024
const tooLarge = 'This file is too large: at most 50 MB can be sent. Send it in several files'
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
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      if (error.statusCode !== 413) throw error
      endSoon(request.raw)
      return sendProblem(reply.removeHeader('connection'), new Problem(413, { msg: tooLarge }))
    })
    scope.post(
      path,
      { bodyLimit: mostBytes, config: { may: may.create, description: described.uploaded } },
      async (request, reply) => {
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        return reply.code(201).send(await uploadFile(request.ctx, worker, request.query as QueryText, bytes))
      },
    )
  })
  app.get(path, { config: { may: may.read, description: described.listed } }, (request) =>
    imports(request.ctx, request.query as QueryText),
  )
  app.get<WithId>(`${path}/:id`, { config: { may: may.read, description: described.read } }, (request) =>
    readImport(request.ctx, request.params.id),
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
    `${path}/:id/wrong.csv`,
    { config: { may: may.read, description: described.wrong } },
    async (request, reply) => {
      const job = await jobFor(request.ctx, request.params.id)
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
    (request) => cancelImport(request.ctx, request.params.id),
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
