import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/visits/plans.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { serve } from '../core/serve.ts'
import { calendarOf, readListQuery } from '../records/list-query.ts'
import { toPlanQuery } from './plan-query.ts'
import { listVisitPlans } from './planner-service.ts'

export function addPlannerRoutes(app: FastifyInstance): void {
  serve(app, api.listVisitPlans, (ctx, { query: { order, due, balance, employee, ...list } }) => {
    const customers = readListQuery(entityNamed('customer'), list, calendarOf(ctx))
    return listVisitPlans(ctx, toPlanQuery(ctx, { order, due, balance, employee }), customers)
  })
}
