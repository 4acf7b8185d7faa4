import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/records/search.ts'
import { serve } from '../core/serve.ts'
import { searchEverywhere } from './search-service.ts'

export function addSearchRoutes(app: FastifyInstance): void {
  serve(app, api.searchEverywhere, (ctx, { query }) => searchEverywhere(ctx, query.q ?? ''))
}
