import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/audit.ts'
import { serve, serveFile } from '../core/serve.ts'
import { auditHead, exportAudit, listAudit } from './audit-service.ts'

export function addAuditRoutes(app: FastifyInstance): void {
  serve(app, api.listAudit, (ctx, { query }) => listAudit(ctx, query))
  serve(app, api.readAuditHead, (ctx) => auditHead(ctx))
  serveFile(
    app,
    api.exportAudit,
    async (ctx, { query, reply }) => {
      const { fileName, content } = await exportAudit(ctx, query)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .send(content)
    },
    // A HEAD request would produce the whole file.
    { exposeHeadRoute: false },
  )
}
