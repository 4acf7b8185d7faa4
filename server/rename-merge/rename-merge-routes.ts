import type { FastifyInstance } from 'fastify'
import { mergeOf, moveOf, renameOf } from '#domain/api/changes/rename-merge.ts'
import { isDryRun } from '#domain/api/dry-run.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { isMergeable, parentFieldsOf, renamableFields } from '#domain/catalogue/identity-fields.ts'
import { serve } from '../core/serve.ts'
import { merge } from './merge-service.ts'
import { move } from './move-service.ts'
import { rename } from './rename-service.ts'

/** Routes that change a record together with everything that refers to it. */
export function addRenameMergeRoutes(app: FastifyInstance): void {
  for (const entity of catalogue) {
    const { name } = entity
    if (name !== 'visit' && renamableFields(entity).length > 0)
      serve(app, renameOf(entity), (ctx, { params, query, body }) =>
        rename(ctx, name, params.id, body, isDryRun(query, body)),
      )
    if (parentFieldsOf(entity).length > 0)
      serve(app, moveOf(entity), (ctx, { params, query, body }) =>
        move(ctx, name, params.id, body, isDryRun(query, body)),
      )
    if (isMergeable(entity))
      serve(app, mergeOf(entity), (ctx, { params, query, body }) =>
        merge(ctx, name, params.id, body, isDryRun(query, body)),
      )
  }
}
