import type { AdviceResults } from '#domain/api/visits/advice.ts'
import { minAnswers } from '#domain/advice/min-answers.ts'
import { tallyOfAdvice } from '../advice-guard/advice-tally.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import { requireMappings } from './advice-service.ts'

/** How often advice helped, by the visits that the account sees. */
export async function adviceResults(ctx: Context): Promise<AdviceResults> {
  requireMappings(ctx)
  requireRight(ctx, 'read', 'visit')
  requireRight(ctx, 'read', 'customer')
  return { minAnswers, ...(await tallyOfAdvice(ctx)) }
}
