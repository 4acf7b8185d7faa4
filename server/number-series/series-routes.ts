import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/series.ts'
import { serve } from '../core/serve.ts'
import { changeSeries, listSeries } from './series-service.ts'

export function addSeriesRoutes(app: FastifyInstance): void {
  serve(app, api.listSeries, listSeries)
  serve(app, api.changeSeries, (ctx, { params, body }) => changeSeries(ctx, params.entity, body))
}
