import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/changes/batches.ts'
import { serve } from '../core/serve.ts'
import { listVisibleBatches, readBatchWithChanges } from './batch-service.ts'
import { undoBatch } from './undo-batch.ts'

export function addBatchRoutes(app: FastifyInstance): void {
  serve(app, api.listBatches, (ctx, { query }) => listVisibleBatches(ctx, query))
  serve(app, api.readBatch, (ctx, { params, query }) => readBatchWithChanges(ctx, params.id, query.after))
  serve(app, api.undoBatch, (ctx, { params }) => undoBatch(ctx, params.id))
}
