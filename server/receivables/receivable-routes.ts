import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/money/receivables.ts'
import { serve, serveFile } from '../core/serve.ts'
import { exportReceivables } from './export-receivables.ts'
import { listReceivables, sumReceivables } from './receivable-service.ts'

export function addReceivableRoutes(app: FastifyInstance): void {
  serve(app, api.listReceivables, (ctx, { query }) => listReceivables(ctx, query))
  serve(app, api.sumReceivables, (ctx, { query }) => sumReceivables(ctx, query))
  serveFile(
    app,
    api.exportReceivables,
    async (ctx, { query, reply }) => {
      const { fileName, content } = await exportReceivables(ctx, query)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .send(content)
    },
    // A HEAD request would write the whole file.
    { exposeHeadRoute: false },
  )
}
