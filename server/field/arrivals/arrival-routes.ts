import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/field/arrivals.ts'
import { serve } from '../../core/serve.ts'
import { listArrivals, markSeen } from './arrival-service.ts'

export function addArrivalRoutes(app: FastifyInstance): void {
  serve(app, api.listArrivals, (ctx, { query }) => listArrivals(ctx, query))
  serve(app, api.markArrivalSeen, (ctx, { params, body }) => markSeen(ctx, params.id, body.seen))
}
