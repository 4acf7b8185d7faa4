import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/personal-data.ts'
import { serve, serveFile } from '../core/serve.ts'
import { erasePersonalData, exportPersonalData } from './personal-data-service.ts'

export function addPersonalDataRoutes(app: FastifyInstance): void {
  serve(app, api.erasePersonalData, (ctx, { params, body }) => erasePersonalData(ctx, params.id, body))
  serveFile(
    app,
    api.exportPersonalData,
    async (ctx, { params, reply }) => {
      const { fileName, content } = await exportPersonalData(ctx, params.id)
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileName}"`)
        .send(content)
    },
    // Each export is recorded.
    { exposeHeadRoute: false },
  )
}
