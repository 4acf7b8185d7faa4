import type { FastifyInstance } from 'fastify'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { notFound } from '#domain/problem.ts'
import { exportFormats, exportList, type ExportFormat } from '../masters/export-service.ts'
import type { QueryText } from '../resources/list-query.ts'
import { matching, sort } from './describe-resource.ts'
import type { RouteDescription } from './route-policy.ts'

const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const described = (entity: Entity): RouteDescription => ({
  tag: entity.plural,
  summary: `All ${entity.plural.toLowerCase()} that match, as a file: format is csv or xlsx. Fields filter as in the list`,
  query: [
    {
      name: 'columns',
      description:
        'The fields, in their order: Customer_Code,City_Code; all but the sensitive ones unless given',
    },
    sort(entity),
    ...matching(entity),
  ],
  answer: { status: 200, description: 'The file, with a row of labels first' },
  problems: [404, 422],
})

export function addExportRoutes(app: FastifyInstance): void {
  for (const entity of catalogue) {
    app.get<{ Params: { format: string } }>(
      `/api/v1/exports/${entity.path}.:format`,
      // Whoever asks for the head alone would have the whole file written.
      { exposeHeadRoute: false, config: { may: ['export', entity.name], description: described(entity) } },
      async (request, reply) => {
        const format = exportFormats.find((each) => each === request.params.format.toLowerCase())
        if (!format) throw notFound(`${entity.plural} can be exported as csv or xlsx`)
        const { fileName, content } = await exportList(
          request.ctx,
          entity.name,
          format,
          request.query as QueryText,
        )
        return reply
          .type(mediaTypes[format])
          .header('content-disposition', `attachment; filename="${fileName}"`)
          .send(content)
      },
    )
  }
}
