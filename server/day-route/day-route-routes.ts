import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/visits/day-routes.ts'
import { serve } from '../core/serve.ts'
import { readDayRoute } from './day-route-service.ts'
import { orderStops } from './stop-order.ts'

export function addDayRouteRoutes(app: FastifyInstance): void {
  serve(app, api.readDayRoute, (ctx, { query }) => readDayRoute(ctx, query.day, query.employee))
  serve(app, api.orderStops, async (ctx, { body }) => {
    await orderStops(ctx, body)
    return readDayRoute(ctx, body.day, body.employee)
  })
}
