import type { FastifyInstance } from 'fastify'
import { totalsOf } from '#domain/api/records/exports.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { serve } from '../core/serve.ts'
import { listTotals } from './totals-service.ts'

export function addTotalsRoutes(app: FastifyInstance): void {
  for (const entity of catalogue)
    serve(app, totalsOf(entity), (ctx, { query }) => listTotals(ctx, entity.name, query), {
      exposeHeadRoute: false,
    })
}
