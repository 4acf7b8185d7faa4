import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import * as api from '#domain/api/records/documents.ts'
import { Problem } from '#domain/problem.ts'
import { sendProblem } from '../core/problems.ts'
import { serve, serveAnswer, serveFile } from '../core/serve.ts'
import * as documents from './document-service.ts'
import { t } from '#domain/messages/t.ts'

const lingerMs = 1000

export function addDocumentRoutes(app: FastifyInstance): void {
  serve(app, api.listDocuments, (ctx, { query }) => documents.listDocuments(ctx, query))
  serveFile(app, api.readDocument, async (ctx, { params, reply }) =>
    sendDocument(reply, await documents.readDocument(ctx, params.id)),
  )
  serve(app, api.removeDocument, (ctx, { params }) => documents.removeDocument(ctx, params.id))
  serve(app, api.restoreDocument, (ctx, { params }) => documents.restoreDocument(ctx, params.id))
  // In a plugin scope of its own: other routes accept no files.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      if (!request.raw.complete) drainAndClose(request.raw)
      if (!(error instanceof Problem) || error.status !== 413) throw error
      return sendProblem(reply.removeHeader('connection'), error)
    })
    serveAnswer(
      scope,
      api.attachDocument,
      async (ctx, { query, request }) => {
        const max = ctx.config.documentMegabytes
        const { 'content-length': length = '0' } = request.headers
        const content = await receive(request.body, Number(length), max)
        return documents.attachDocument(ctx, { ...query, content })
      },
      { bodyLimit: Number.MAX_SAFE_INTEGER },
    )
  })
}

/** The body, unless it is larger than allowed; the connection stays open for the answer. */
async function receive(body: unknown, announced: number, megabytes: number): Promise<Buffer> {
  const max = megabytes * 1024 * 1024
  const tooLarge = (): Problem =>
    new Problem(413, {
      msg: t('This file is too large: at most {megabytes, number} MB can be attached', { megabytes }),
    })
  if (announced > max) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  if (body instanceof Readable)
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      const bytes = Buffer.from(chunk)
      size += bytes.length
      if (size > max) throw tooLarge()
      chunks.push(bytes)
    }
  return Buffer.concat(chunks)
}

/** A client that still sends when the connection closes sees a reset in place of the answer, so the rest is read for a moment. */
function drainAndClose(request: IncomingMessage): void {
  request.resume()
  const cut = setTimeout(() => request.destroy(), lingerMs).unref()
  request.once('close', () => clearTimeout(cut))
}

/** Never shown inline: a browser must not run what a document contains. */
const sendDocument = (reply: FastifyReply, { name, type, content }: documents.DocumentFile): FastifyReply =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="document"; filename*=UTF-8''${encodeRfc5987(name)}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(Buffer.from(content))

const encodeRfc5987 = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )
