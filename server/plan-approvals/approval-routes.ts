import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/visit-plans/plan-approvals.ts'
import { listPlanPeople as planPeople } from '#domain/api/planning/work-plans.ts'
import { serve, serveAnswer } from '../core/serve.ts'
import { changePlanState, listPlanApprovals, readPlanApproval } from './approval-service.ts'
import { listPlanPeople } from './plan-people.ts'

export function addPlanApprovalRoutes(app: FastifyInstance): void {
  serve(app, api.listPlanApprovals, (ctx) => listPlanApprovals(ctx))
  serve(app, planPeople, (ctx, { query }) => listPlanPeople(ctx, query))
  serve(app, api.readPlanApproval, (ctx, { params }) => readPlanApproval(ctx, params.id))
  serveAnswer(app, api.changePlanState, (ctx, { params, body }) => changePlanState(ctx, params.id, body))
}
