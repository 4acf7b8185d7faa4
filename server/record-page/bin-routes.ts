import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/records/bin.ts'
import { serve } from '../core/serve.ts'
import { listBin, restoreMany } from './bin-service.ts'

export function addBinRoutes(app: FastifyInstance): void {
  serve(app, api.listBin, (ctx, { query }) => listBin(ctx, query))
  serve(app, api.restoreMany, (ctx, { body }) => restoreMany(ctx, body.items))
}
