import type { FastifyInstance } from 'fastify'
import { listAdviceGaps, readAdvice, readAdviceResults, readSlip } from '#domain/api/visits/advice.ts'
import * as visits from '#domain/api/visits/visits.ts'
import { serve, serveAnswer } from '../core/serve.ts'
import { undoVisit } from '../visits/undo-visit.ts'
import { adviceForCustomer } from './advice-service.ts'
import { adviceGaps } from './gap-service.ts'
import { adviceResults } from './results-service.ts'
import { slipOfVisit } from './slip-service.ts'

/** Advice from the mappings, missing mappings, and undo of a recorded visit. */
export function addAdviceRoutes(app: FastifyInstance): void {
  serve(app, readAdvice, (ctx, { params, query }) => adviceForCustomer(ctx, params.code, query))
  serve(app, listAdviceGaps, adviceGaps)
  serve(app, readAdviceResults, adviceResults)
  serve(app, readSlip, (ctx, { params }) => slipOfVisit(ctx, params.id))
  serveAnswer(app, visits.undoVisit, (ctx, { params }) => undoVisit(ctx, params.id))
}
