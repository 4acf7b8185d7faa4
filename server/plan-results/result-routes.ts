import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/visit-plans/plan-results.ts'
import { serve, serveFile } from '../core/serve.ts'
import { exportPlanResults } from './export-results.ts'
import { listComparedVisits, readPlanResults } from './result-service.ts'

export function addPlanResultRoutes(app: FastifyInstance): void {
  serve(app, api.readPlanResults, (ctx, { query }) => readPlanResults(ctx, query))
  serve(app, api.listComparedVisits, (ctx, { query }) => listComparedVisits(ctx, query))
  serveFile(
    app,
    api.exportPlanResults,
    async (ctx, { query, reply }) => {
      const { fileName, content } = await exportPlanResults(ctx, query)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .send(content)
    },
    // A HEAD request would write the whole file.
    { exposeHeadRoute: false },
  )
}
