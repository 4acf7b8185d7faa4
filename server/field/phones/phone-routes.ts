import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/field/phones.ts'
import { serve } from '../../core/serve.ts'
import { listPhones, revokePhone } from './phone-service.ts'

export function addPhoneRoutes(app: FastifyInstance): void {
  serve(app, api.listPhones, listPhones)
  serve(app, api.revokePhone, (ctx, { params }) => revokePhone(ctx, params.id))
}
