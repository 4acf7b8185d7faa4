import type { FastifyError, FastifyInstance } from 'fastify'
import * as api from '#domain/api/visits/photos.ts'
import { Problem } from '#domain/problem.ts'
import { savePhoto, photoTypes, readPhoto } from './photo-service.ts'
import { sendProblem } from '../../core/problems.ts'
import { serve, serveFile } from '../../core/serve.ts'
import { t } from '#domain/messages/t.ts'

const maxBytes = 1024 * 1024

const notAPhoto = (): Problem => new Problem(415, { msg: t('Send a photo as JPEG, PNG or WebP') })

/** Photos are sent as raw bytes; only these routes accept image bodies. */
export function addPhotoRoutes(app: FastifyInstance): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser([...photoTypes], { parseAs: 'buffer', bodyLimit: maxBytes }, (_, body, done) =>
      done(null, body),
    )
    scope.addContentTypeParser('*', (_request, _payload, done) => done(notAPhoto()))
    scope.setErrorHandler((error: FastifyError, _request, reply) => {
      if (error.statusCode !== 413) throw error
      return sendProblem(
        reply,
        new Problem(413, { msg: t('This photo is too large: at most 1 MB can be sent') }),
      )
    })
    serve(
      scope,
      api.sendPhoto,
      (ctx, { request }) => {
        const type = /^[\w/]+/.exec(request.headers['content-type'] ?? '')?.[0].toLowerCase()
        const photoType = photoTypes.find((each) => each === type)
        if (!photoType || !Buffer.isBuffer(request.body)) throw notAPhoto()
        return savePhoto(ctx, photoType, request.body)
      },
      { bodyLimit: maxBytes },
    )
    serveFile(scope, api.readPhoto, async (ctx, { params, reply }) => {
      const { mediaType, content } = await readPhoto(ctx, params.id)
      return reply
        .type(mediaType)
        .header('content-disposition', 'inline')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(Buffer.from(content))
    })
  })
}
