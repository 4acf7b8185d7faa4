import type { FastifyInstance } from 'fastify'
import { bulkChangeOf } from '#domain/api/changes/bulk.ts'
import { isDryRun } from '#domain/api/dry-run.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { serveAnswer } from '../core/serve.ts'
import { bulkChange } from './bulk-service.ts'

// Large enough for thousands of ids with their versions.
const bodyLimit = 1024 * 1024

export function addBulkRoutes(app: FastifyInstance): void {
  for (const entity of catalogue)
    serveAnswer(
      app,
      bulkChangeOf(entity),
      (ctx, { query, body }) => bulkChange(ctx, entity.name, body, isDryRun(query, body)),
      { bodyLimit },
    )
}
