import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/changes/reference-data.ts'
import { serve } from '../core/serve.ts'
import { loadReference, referencePlans } from './reference-service.ts'

export function addReferenceDataRoutes(app: FastifyInstance): void {
  serve(app, api.listReferencePlans, (ctx, { query }) => referencePlans(ctx, query.zone ?? null))
  serve(app, api.loadReference, (ctx, { params, body }) => loadReference(ctx, params.set, body))
}
