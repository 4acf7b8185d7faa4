import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/integration/change-feed.ts'
import { serve } from '../core/serve.ts'
import { readChanges } from './change-feed-service.ts'

export function addChangeFeedRoutes(app: FastifyInstance): void {
  serve(app, api.readChanges, (ctx, { query }) => readChanges(ctx, query))
}
