import type { FastifyInstance } from 'fastify'
import { isDryRun } from '#domain/api/dry-run.ts'
import * as api from '#domain/api/visits/handovers.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { serve, serveAnswer } from '../core/serve.ts'
import { listHandovers } from './handover-history.ts'
import { listOwnedCustomers, reassignPlans } from './handover-plans.ts'
import { dryRunHandover, handOverCustomers, requireWholeFirm } from './handover-service.ts'

export function addHandoverRoutes(app: FastifyInstance): void {
  serveAnswer(
    app,
    api.handOverCustomers,
    async (ctx, { query, body }) =>
      isDryRun(query, body)
        ? { status: 200, body: await dryRunHandover(ctx, body) }
        : handOverCustomers(ctx, body),
    { preHandler: async ({ ctx }) => requireWholeFirm(ctx) },
  )
  serve(app, api.listHandovers, (ctx, { query }) => listHandovers(ctx, query.employee || undefined))
  serve(app, api.listOwnedCustomers, (ctx, { query: { employee, day, q, after } }) =>
    listOwnedCustomers(ctx, {
      employee: employee === 'none' ? null : employee,
      day: day ?? dayIn(ctx.now(), ctx.config.timeZone),
      ...(q && { search: q.slice(0, 200) }),
      ...(after && { after }),
    }),
  )
  serveAnswer(app, api.reassignPlans, (ctx, { body }) => reassignPlans(ctx, body))
}
