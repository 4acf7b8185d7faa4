import type { FastifyInstance } from 'fastify'
import * as explanation from '#domain/api/access/explanation.ts'
import * as previews from '#domain/api/access/previews.ts'
import * as roles from '#domain/api/access/roles.ts'
import { serve } from '../core/serve.ts'
import { explain } from './explain-service.ts'
import { previewAccess } from './preview/access-preview.ts'
import { previewScreens } from './preview/screens-preview.ts'
import { changeRole, previewRole, requireFactor, roleGrid } from './role-service.ts'

/** Routes for the rights of roles, their previews, and the explanation of a decision. */
export function addAccessRoutes(app: FastifyInstance): void {
  serve(app, roles.listRoles, roleGrid)
  serve(app, roles.changeRole, (ctx, { params, body }) => changeRole(ctx, params.role, body))
  serve(app, roles.requireFactor, (ctx, { params, body }) => requireFactor(ctx, params.role, body))
  serve(app, roles.previewRole, (ctx, { params, body }) => previewRole(ctx, params.role, body))
  serve(app, previews.previewAccess, (ctx, { body }) => previewAccess(ctx, body))
  serve(app, previews.previewScreens, (ctx, { body }) => previewScreens(ctx, body))
  serve(app, explanation.explainAccess, (ctx, { query }) => explain(ctx, query))
}
