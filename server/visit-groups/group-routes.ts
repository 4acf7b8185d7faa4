import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/visit-plans/group-visits.ts'
import { serve, serveAnswer } from '../core/serve.ts'
import { readGroupVisit, recordGroupVisit, undoGroupVisit } from './group-service.ts'

export function addGroupVisitRoutes(app: FastifyInstance): void {
  serveAnswer(app, api.recordGroupVisit, (ctx, { body }) => recordGroupVisit(ctx, body))
  serve(app, api.readGroupVisit, (ctx, { params }) => readGroupVisit(ctx, params.id))
  serveAnswer(app, api.undoGroupVisit, (ctx, { params }) => undoGroupVisit(ctx, params.id))
}
