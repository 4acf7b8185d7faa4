import type { FastifyInstance } from 'fastify'
import { reinstateOf, retireOf } from '#domain/api/records/retirement.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { canRetire } from '#domain/catalogue/reading/retired.ts'
import { serve } from '../core/serve.ts'
import { reinstate, retire } from './retirement-service.ts'

export function addRetirementRoutes(app: FastifyInstance): void {
  for (const entity of catalogue.filter(canRetire)) {
    serve(app, retireOf(entity), (ctx, { params, body }) => retire(ctx, entity.name, params.id, body))
    serve(app, reinstateOf(entity), (ctx, { params, body }) =>
      reinstate(ctx, entity.name, params.id, body.version),
    )
  }
}
