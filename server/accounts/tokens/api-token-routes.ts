import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/accounts/api-tokens.ts'
import { reportTogether } from '../../core/report-together.ts'
import { serve } from '../../core/serve.ts'
import { createApiToken, listApiTokens, problemsOfToken, revokeApiToken } from './api-token-service.ts'

export function addApiTokenRoutes(app: FastifyInstance): void {
  serve(app, api.listApiTokens, listApiTokens)
  serve(app, api.createApiToken, (ctx, { body }) => createApiToken(ctx, body), {
    preHandler: reportTogether(api.createApiToken, problemsOfToken),
  })
  serve(app, api.revokeApiToken, (ctx, { params }) => revokeApiToken(ctx, params.id))
}
