import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyError, FastifyInstance } from 'fastify'
import * as rows from '#domain/api/imports/import-rows.ts'
import * as api from '#domain/api/imports/imports.ts'
import * as remembered from '#domain/api/imports/remembered-values.ts'
import { entityAtPath } from '#domain/catalogue/catalogue.ts'
import { notFound, Problem } from '#domain/problem.ts'
import { requireRight } from '../core/gate.ts'
import { changeImport } from './change-import.ts'
import { importRows, mappedValues, unknownReferences, wrongRows } from './import-rows.ts'
import {
  cancelImport,
  imports,
  jobFor,
  readImport,
  refuseWithoutRows,
  removeImport,
  startImport,
  uploadFile,
  withProgress,
} from './import-service.ts'
import type { ImportWorker } from './import-worker.ts'
import { maxFileSize, refuseTooLarge } from './reading/receive-file.ts'
import { changeRemembered, deleteRemembered, rememberedValues } from './remembered-values.ts'
import { templateBook, templateOf } from './template.ts'
import { sendProblem } from '../core/problems.ts'
import { serve, serveAnswer, serveFile } from '../core/serve.ts'
import { t } from '#domain/messages/t.ts'

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const lingerMs = 1000

/**
 * A client that is still sending when the connection closes sees a reset instead of the response, so the rest is read
 * and dropped for a moment.
 */
function drainAndClose(request: IncomingMessage): void {
  request.resume()
  const cut = setTimeout(() => request.destroy(), lingerMs).unref()
  request.once('close', () => clearTimeout(cut))
}

/**
 * How long the response waits for the file to be read, in milliseconds, unless the header Prefer asks for less (RFC
 * 7240).
 */
const maxWait = 30_000

function readWait(prefer: string | string[] | undefined): number {
  const [, seconds] = /\bwait=(\d{1,4})/.exec([prefer ?? ''].flat().join()) ?? []
  return seconds === undefined ? maxWait : Math.min(Number(seconds) * 1000, maxWait)
}

export function addImportRoutes(app: FastifyInstance, worker: ImportWorker): void {
  app.addHook('onClose', () => worker.close())
  addUploadRoute(app, worker)
  addJobRoutes(app, worker)
  addRowRoutes(app)
  addRememberedRoutes(app)
  addFileRoutes(app)
}

/** In a plugin scope of its own: no other route accepts files or bodies of this size. */
function addUploadRoute(app: FastifyInstance, worker: ImportWorker): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      // The rest of the body is not needed.
      if (!request.raw.complete) drainAndClose(request.raw)
      if (!(error instanceof Problem) || error.status !== 413) throw error
      return sendProblem(reply.removeHeader('connection'), error)
    })
    serveAnswer(
      scope,
      api.uploadImport,
      async (ctx, { query, request }) => {
        refuseTooLarge(Number(request.headers['content-length'] ?? 0))
        const file = request.body instanceof Readable ? request.body : undefined
        const body = await uploadFile(ctx, worker, query, file, readWait(request.headers['prefer']))
        return { status: body.state === 'reading' ? 202 : 201, body }
      },
      { bodyLimit: maxFileSize },
    )
  })
}

function addJobRoutes(app: FastifyInstance, worker: ImportWorker): void {
  serve(app, api.listImports, async (ctx, { query }) => {
    const { items, next } = await imports(ctx, query)
    return { items: items.map((job) => withProgress(worker, job)), next }
  })
  serve(app, api.readImport, async (ctx, { params }) =>
    withProgress(worker, await readImport(ctx, params.id)),
  )
  serve(app, api.changeImport, (ctx, { params, body }) => changeImport(ctx, params.id, body), {
    bodyLimit: 4 * 1024 * 1024,
  })
  serve(app, api.removeImport, (ctx, { params }) => removeImport(ctx, params.id))
  serve(app, api.checkImport, (ctx, { params }) => startImport(ctx, worker, params.id, true))
  serve(app, api.runImport, (ctx, { params }) => startImport(ctx, worker, params.id, false))
  serve(app, api.cancelImport, (ctx, { params }) => cancelImport(ctx, worker, params.id))
}

function addRowRoutes(app: FastifyInstance): void {
  serve(app, rows.listImportRows, (ctx, { params, query }) => importRows(ctx, params.id, query))
  serve(app, rows.listUnknownReferences, (ctx, { params }) => unknownReferences(ctx, params.id))
  serve(app, rows.listMappedValues, (ctx, { params }) => mappedValues(ctx, params.id))
}

function addRememberedRoutes(app: FastifyInstance): void {
  serve(app, remembered.listRemembered, (ctx, { query }) => rememberedValues(ctx, query.entity))
  serve(app, remembered.changeRemembered, (ctx, { body }) => changeRemembered(ctx, body))
  serve(app, remembered.deleteRemembered, (ctx, { query }) => deleteRemembered(ctx, query))
}

function addFileRoutes(app: FastifyInstance): void {
  serveFile(app, api.wrongRowsFile, async (ctx, { params, reply }) => {
    const job = await jobFor(ctx, params.id)
    refuseWithoutRows(ctx, job)
    const name = encodeURIComponent(t('{file} - wrong rows.csv', { file: job.name.replace(/\.\w+$/, '') }))
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
      .send(Readable.from(wrongRows(ctx, job)))
  })
  serveFile(app, api.templateFile, async (ctx, { params, reply }) => {
    const [, name = '', kind] = /^(.+)\.(csv|xlsx)$/.exec(params.file) ?? []
    const entity = entityAtPath(name)
    if (!entity)
      throw notFound(t('There is no such template: request customers.csv or customers.xlsx, for example'))
    requireRight(ctx, 'import', entity.name)
    void reply.header('content-disposition', `attachment; filename="${entity.path}.${kind}"`)
    if (kind === 'csv') return reply.type('text/csv; charset=utf-8').send(templateOf(entity))
    const { timeZone } = ctx.config
    return reply.type(xlsxType).send(Readable.from(templateBook(entity, timeZone), { objectMode: false }))
  })
}
