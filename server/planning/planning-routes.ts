import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/planning/work-plans.ts'
import { serve, serveAnswer } from '../core/serve.ts'
import { acceptPlan } from './accept-plan.ts'
import { applyMeasure } from './apply-measure.ts'
import { deleteWorkPlan, proposePlans, saveStops } from './plan-service.ts'
import { listWorkPlans, readWorkPlan } from './plan-view.ts'
import { PlanSolver } from './solve-service.ts'

export function addPlanningRoutes(app: FastifyInstance, solver = new PlanSolver()): void {
  app.addHook('onClose', () => solver.close())
  serveAnswer(app, api.proposePlans, (ctx, { body }) => proposePlans(ctx, solver, body))
  serve(app, api.listWorkPlans, (ctx) => listWorkPlans(ctx))
  serve(app, api.readWorkPlan, (ctx, { params }) => readWorkPlan(ctx, params.plan))
  serve(app, api.saveWorkPlan, (ctx, { params, body }) => saveStops(ctx, params.plan, body))
  serve(app, api.solveWorkPlan, (ctx, { params, query }) => solver.start(ctx, params.plan, query))
  serve(app, api.cancelWorkPlan, (ctx, { params }) => solver.cancel(ctx, params.plan))
  serveAnswer(app, api.acceptWorkPlan, (ctx, { params, body }) => acceptPlan(ctx, params.plan, body.version))
  serve(app, api.applyMeasure, (ctx, { params, body }) => applyMeasure(ctx, solver, params.plan, body))
  serve(app, api.deleteWorkPlan, (ctx, { params }) => deleteWorkPlan(ctx, params.plan))
}
