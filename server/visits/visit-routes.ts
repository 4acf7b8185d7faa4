import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/visits/visits.ts'
import { serveAnswer } from '../core/serve.ts'
import { recordVisit } from './visit-service.ts'

export function addVisitRoutes(app: FastifyInstance): void {
  for (const endpoint of [api.planVisit, api.recordVisit]) {
    serveAnswer(app, endpoint, async (ctx, { body, reply }) => {
      const answer = await recordVisit(ctx, body)
      reply.header('etag', `"${answer.body.version}"`)
      return answer
    })
  }
}
