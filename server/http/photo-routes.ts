import type { FastifyError, FastifyInstance } from 'fastify'
import { Problem } from '#domain/problem.ts'
import { keepPhoto, photoTypes, readPhoto, type PhotoType } from '../visits/photo-service.ts'
import { sendProblem } from './answer-problem.ts'
import type { RouteDescription } from './route-policy.ts'

const mostBytes = 1024 * 1024

const kept: RouteDescription = {
  tag: 'Visits',
  summary:
    'Keep a photo (the body: image/jpeg, image/png or image/webp, at most 1 MB) for a visit to take along',
  answer: {
    status: 201,
    description: 'Send the id as Photo_ID with the visit; what no visit takes is gone after a day',
    schema: { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } },
  },
  problems: [413, 415, 422],
}

const shown: RouteDescription = {
  tag: 'Visits',
  summary: 'The photo of a visit',
  answer: { status: 200, description: 'The picture itself' },
  problems: [404],
}

const notAPhoto = (): Problem => new Problem(415, { msg: 'Send a photo as JPEG, PNG or WebP' })

/** Photos come as they are: these routes read pictures, and nothing else does. */
export function addPhotoRoutes(app: FastifyInstance): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      [...photoTypes],
      { parseAs: 'buffer', bodyLimit: mostBytes },
      (_, body, done) => done(null, body),
    )
    scope.addContentTypeParser('*', (_request, _payload, done) => done(notAPhoto()))
    scope.setErrorHandler((error: FastifyError, _request, reply) => {
      if (error.statusCode !== 413) throw error
      return sendProblem(
        reply,
        new Problem(413, { msg: 'This photo is too large: at most 1 MB can be sent' }),
      )
    })
    scope.post(
      '/api/v1/photos',
      { bodyLimit: mostBytes, config: { may: ['create', 'visit'], description: kept } },
      async (request, reply) => {
        const type = /^[\w/]+/.exec(request.headers['content-type'] ?? '')?.[0].toLowerCase()
        if (!Buffer.isBuffer(request.body)) throw notAPhoto()
        return reply.code(201).send(await keepPhoto(request.ctx, type as PhotoType, request.body))
      },
    )
    scope.get<{ Params: { id: string } }>(
      '/api/v1/photos/:id',
      { config: { may: ['read', 'visit'], description: shown } },
      async (request, reply) => {
        const { mediaType, content } = await readPhoto(request.ctx, request.params.id)
        return reply
          .type(mediaType)
          .header('content-disposition', 'inline')
          .header('content-security-policy', "default-src 'none'; sandbox")
          .send(Buffer.from(content))
      },
    )
  })
}
