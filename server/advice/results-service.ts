import type { AdviceResults } from '#domain/api/visits/advice.ts'
import { minAnswers } from '#domain/advice/min-answers.ts'
import { tallyResults } from '#domain/advice/results.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { answeredAdvice } from '../advice-guard/results-store.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import { readerFor } from '../store/long-reads.ts'
import { requireMappings } from './advice-service.ts'

/** How often advice helped, by the visits that the account sees. */
export async function adviceResults(ctx: Context): Promise<AdviceResults> {
  requireMappings(ctx)
  requireRight(ctx, 'read', 'visit')
  requireRight(ctx, 'read', 'customer')
  const { read: db, dialect } = ctx.store
  const reader = await readerFor(db, dialect, entityNamed('visit'))
  return { minAnswers, ...tallyResults(await answeredAdvice(ctx, reader)) }
}
