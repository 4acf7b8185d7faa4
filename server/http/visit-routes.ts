import type { FastifyInstance } from 'fastify'
import { recordVisit } from '../visits/visit-service.ts'
import { sendRecord } from './resource-routes.ts'
import type { RouteDescription } from './route-policy.ts'

const description: RouteDescription = {
  tag: 'Visits',
  summary: 'Plan a visit, or record what came of it: the fields tell which',
  body: { $ref: '#/components/schemas/visitPayload' },
  answer: {
    status: 201,
    description: 'Recorded (200: an open plan was moved; 202: kept until someone says whose visit it was)',
    schema: { $ref: '#/components/schemas/visit' },
  },
  problems: [409, 422],
}

export function addVisitRoutes(app: FastifyInstance): void {
  for (const path of ['/api/plan-visit', '/api/v1/visits']) {
    app.post(path, { config: { may: ['create', 'visit'], description } }, async (request, reply) => {
      const { status, body } = await recordVisit(request.ctx, request.body)
      return sendRecord(reply.code(status), body)
    })
  }
}
