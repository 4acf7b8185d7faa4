import type { FastifyInstance } from 'fastify'
import { exportFormats, exportOf, type ExportFormat } from '#domain/api/records/exports.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { notFound } from '#domain/problem.ts'
import { serveFile } from '../core/serve.ts'
import { exportList } from './export-service.ts'
import { t } from '#domain/messages/t.ts'

const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export function addExportRoutes(app: FastifyInstance): void {
  for (const entity of catalogue)
    serveFile(
      app,
      exportOf(entity),
      async (ctx, { params, query, reply }) => {
        const format = exportFormats.find((each) => each === params.format.toLowerCase())
        if (!format)
          throw notFound(t('{records} can be exported as csv or xlsx', { records: t(entity.plural) }))
        const { fileName, content } = await exportList(ctx, entity.name, format, query)
        return reply
          .type(mediaTypes[format])
          .header('content-disposition', `attachment; filename="${fileName}"`)
          .send(content)
      },
      // A HEAD request would write the whole file.
      { exposeHeadRoute: false },
    )
}
