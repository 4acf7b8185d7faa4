import type { FastifyInstance } from 'fastify'
import { planVisits as planEndpoint } from '#domain/api/visits/plans.ts'
import { listWorkingDays as workingDaysEndpoint } from '#domain/api/visits/working-days.ts'
import { serve, serveAnswer } from '../core/serve.ts'
import { planVisits } from './bulk-plan-service.ts'
import { listWorkingDays } from './working-days.ts'

export function addBulkPlanRoutes(app: FastifyInstance): void {
  serveAnswer(app, planEndpoint, (ctx, { body }) => planVisits(ctx, body))
  serve(app, workingDaysEndpoint, (ctx, { query }) => listWorkingDays(ctx, query))
}
