import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/personal-data.ts'
import { serve, serveFile } from '../core/serve.ts'
import { personEntities } from './person.ts'
import { erasePersonalData, exportPersonalData, readRetention } from './personal-data-service.ts'

export function addPersonalDataRoutes(app: FastifyInstance): void {
  serve(app, api.readRetention, (ctx) => readRetention(ctx))
  for (const entity of personEntities) {
    serve(app, api.erasePersonalData[entity], (ctx, { params, body }) =>
      erasePersonalData(ctx, entity, params.id, body),
    )
    serveFile(
      app,
      api.exportPersonalData[entity],
      async (ctx, { params, reply }) => {
        const { fileName, content } = await exportPersonalData(ctx, entity, params.id)
        return reply
          .type('application/json; charset=utf-8')
          .header('content-disposition', `attachment; filename="${fileName}"`)
          .send(content)
      },
      // Each export is recorded.
      { exposeHeadRoute: false },
    )
  }
}
