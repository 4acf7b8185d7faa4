import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as api from '#domain/api/visits/photos.ts'
import { Problem } from '#domain/problem.ts'
import { savePhoto, photoTypes, readPhoto, readThumbnail, type PhotoType } from './photo-service.ts'
import type { StoredImage } from './photo-store.ts'
import { sendProblem } from '../../core/problems.ts'
import { serve, serveFile } from '../../core/serve.ts'
import { t } from '#domain/messages/t.ts'

export const maxPhotoBytes = 1024 * 1024

const notAPhoto = (): Problem => new Problem(415, { msg: t('Send a photo as JPEG, PNG or WebP') })

/** Photos are sent as raw bytes; only the routes that `addRoutes` adds accept image bodies. */
export function withImageBodies(app: FastifyInstance, addRoutes: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      [...photoTypes],
      { parseAs: 'buffer', bodyLimit: maxPhotoBytes },
      (_, body, done) => done(null, body),
    )
    scope.addContentTypeParser('*', (_request, _payload, done) => done(notAPhoto()))
    scope.setErrorHandler((error: FastifyError, _request, reply) => {
      if (error.statusCode !== 413) throw error
      return sendProblem(
        reply,
        new Problem(413, { msg: t('This photo is too large: at most 1 MB can be sent') }),
      )
    })
    addRoutes(scope)
  })
}

/** The image of a request, with its declared type. */
export function imageOf(request: FastifyRequest): { type: PhotoType; content: Buffer } {
  const named = /^[\w/]+/.exec(request.headers['content-type'] ?? '')?.[0].toLowerCase()
  const type = photoTypes.find((each) => each === named)
  if (!type || !Buffer.isBuffer(request.body)) throw notAPhoto()
  return { type, content: request.body }
}

export function addPhotoRoutes(app: FastifyInstance): void {
  withImageBodies(app, (scope) => {
    serve(
      scope,
      api.sendPhoto,
      (ctx, { request }) => {
        const { type, content } = imageOf(request)
        return savePhoto(ctx, type, content)
      },
      { bodyLimit: maxPhotoBytes },
    )
    serveFile(scope, api.readPhoto, async (ctx, { params, reply }) =>
      sendImage(reply, await readPhoto(ctx, params.id)),
    )
    serveFile(scope, api.readThumbnail, async (ctx, { params, reply }) =>
      sendImage(reply, await readThumbnail(ctx, params.id)),
    )
  })
}

const sendImage = (reply: FastifyReply, { mediaType, content }: StoredImage): FastifyReply =>
  reply
    .type(mediaType)
    .header('content-disposition', 'inline')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(Buffer.from(content))
