import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/data-quality.ts'
import { serve } from '../core/serve.ts'
import {
  addException,
  fixAll,
  fixFinding,
  listExceptions,
  listFindings,
  readDataQuality,
  removeException,
  runChecksNow,
} from './data-quality-service.ts'

export function addDataQualityRoutes(app: FastifyInstance): void {
  serve(app, api.readDataQuality, readDataQuality)
  serve(app, api.runChecks, runChecksNow)
  serve(app, api.listFindings, (ctx, { params, query }) => listFindings(ctx, params.rule, query.after))
  serve(app, api.fixFinding, (ctx, { params, body }) => fixFinding(ctx, params.rule, body))
  serve(app, api.fixAll, (ctx, { params, body }) => fixAll(ctx, params.rule, body.dryRun))
  serve(app, api.listExceptions, (ctx, { params, query }) => listExceptions(ctx, params.rule, query.after))
  serve(app, api.addException, (ctx, { params, body }) => addException(ctx, params.rule, body))
  serve(app, api.removeException, (ctx, { params }) => removeException(ctx, params.rule, params.id))
}
