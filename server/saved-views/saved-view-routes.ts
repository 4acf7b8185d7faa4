import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/saved-views.ts'
import { serve, serveAnswer } from '../core/serve.ts'
import { listViews, removeView, saveView } from './saved-view-service.ts'

export function addSavedViewRoutes(app: FastifyInstance): void {
  serve(app, api.listViews, (ctx, { query }) => listViews(ctx, query.screen))
  serveAnswer(app, api.saveView, (ctx, { body }) => saveView(ctx, body))
  serve(app, api.removeView, (ctx, { params }) => removeView(ctx, params.id))
}
