import { can, type Action, type Decision } from '#domain/access/policy.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { forbidden, notSignedIn } from '#domain/problem.ts'
import type { Context } from './context.ts'
import { openRecords, type Records } from './store/records.ts'

export function refusal(ctx: Pick<Context, 'actor'>, decision: Decision): Error {
  return ctx.actor.kind === 'anonymous' ? notSignedIn(decision.because) : forbidden(decision.because)
}

/** Asks the policy about anything; throws the refusal. */
export function demand(ctx: Pick<Context, 'actor'>, action: Action, subject: string): void {
  const decision = can(ctx.actor, action, subject)
  if (!decision.allowed) throw refusal(ctx, decision)
}

/**
 * The only way to records: the policy says yes and hands them out, or it throws. What follows from a person's work and is
 * done by the system is still theirs: `author` is who stands beside the change.
 */
export function gate(ctx: Context, action: Action, name: string, author = ctx.actor): Records {
  demand(ctx, action, name)
  return openRecords(ctx.store, entityNamed(name), {
    actor: author,
    requestId: ctx.requestId,
    now: ctx.now,
    ...(ctx.batchId !== undefined && { batchId: ctx.batchId }),
  })
}
