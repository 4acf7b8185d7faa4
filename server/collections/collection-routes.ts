import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/money/collections.ts'
import { serve, serveFile } from '../core/serve.ts'
import { listCollections, sumCollections } from './collection-service.ts'
import { exportCollections } from './export-collections.ts'

export function addCollectionRoutes(app: FastifyInstance): void {
  serve(app, api.listCollections, (ctx, { query }) => listCollections(ctx, query))
  serve(app, api.sumCollections, (ctx, { query }) => sumCollections(ctx, query))
  serveFile(
    app,
    api.exportCollections,
    async (ctx, { query, reply }) => {
      const { fileName, content } = await exportCollections(ctx, query)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .send(content)
    },
    // A HEAD request would write the whole file.
    { exposeHeadRoute: false },
  )
}
