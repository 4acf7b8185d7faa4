import type { FastifyInstance } from 'fastify'
import { differenceOf, revertOf, usedByOf } from '#domain/api/records/record-page.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { serve, serveFile } from '../core/serve.ts'
import { sendRecord } from '../records/record-routes.ts'
import { differenceTo, revert } from './revert-service.ts'
import { usedBy } from './used-by-service.ts'

/** Routes of the record page besides the record itself. */
export function addRecordPageRoutes(app: FastifyInstance): void {
  for (const entity of catalogue) {
    const { name } = entity
    serve(app, usedByOf(entity), (ctx, { params, query }) => usedBy(ctx, name, params.id, query.exact))
    serve(app, differenceOf(entity), (ctx, { params, query }) => differenceTo(ctx, name, params.id, query.to))
    serveFile(app, revertOf(entity), async (ctx, { params, body, reply }) =>
      sendRecord(reply, await revert(ctx, name, params.id, body)),
    )
  }
}
