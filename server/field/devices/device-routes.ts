import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/field/sync.ts'
import { serve } from '../../core/serve.ts'
import { registerDevice } from './device-service.ts'

export function addDeviceRoutes(app: FastifyInstance): void {
  serve(app, api.registerDevice, (ctx, { body }) => registerDevice(ctx, body))
}
