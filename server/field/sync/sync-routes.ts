import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/field/sync.ts'
import { serve } from '../../core/serve.ts'
import { syncPhone } from './sync-service.ts'

export function addSyncRoutes(app: FastifyInstance): void {
  serve(app, api.sync, (ctx, { body, reply }) => {
    reply.header('cache-control', 'no-store')
    return syncPhone(ctx, body)
  })
}
