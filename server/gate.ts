import { placesOf, type Actor } from '#domain/access/actor.ts'
import { judge } from '#domain/access/allowances.ts'
import { can, type Action, type Decision } from '#domain/access/policy.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { sensitiveFields } from '#domain/mask.ts'
import { dayIn } from '#domain/moments.ts'
import { forbidden, notSignedIn } from '#domain/problem.ts'
import { inPlaces, within } from './within.ts'
import type { Context } from './context.ts'
import { openRecords, type Limits, type Records } from './store/records.ts'

/** `asked` goes along, so that whoever is refused can ask why. */
export function refusal(
  ctx: Pick<Context, 'actor'>,
  decision: Decision,
  [action, subject]: readonly [Action, string],
): Error {
  return ctx.actor.kind === 'anonymous'
    ? notSignedIn(decision.because)
    : forbidden(decision.because, { action, subject })
}

/** Asks the policy about anything; throws the refusal. */
export function demand(ctx: Pick<Context, 'actor'>, action: Action, subject: string): void {
  const decision = can(ctx.actor, action, subject)
  if (!decision.allowed) throw refusal(ctx, decision, [action, subject])
}

/** For what is about the whole firm at once; throws unless the actor sees all of it. */
export function demandWhole(ctx: Pick<Context, 'actor'>, what: string): void {
  if (placesOf(ctx.actor)) throw forbidden(`${what} is for those who see the whole firm`)
}

/** Whoever may take records away in a file sees them whole; all others see what is sensitive masked. */
export function hiddenFrom(actor: Actor, entity: Entity): readonly string[] {
  const sensitive = sensitiveFields(entity)
  return sensitive.length > 0 && !judge(actor, 'export', entity.name).allowed ? sensitive : []
}

/**
 * The only way to records: the policy says yes and hands out those of the actor's territory, or it throws. What follows from a person's work and is
 * done by the system is still theirs: `author` is who stands beside the change.
 */
export function gate(ctx: Context, action: Action, name: string, author = ctx.actor): Records {
  demand(ctx, action, name)
  const by = {
    actor: author,
    requestId: ctx.requestId,
    now: ctx.now,
    today: () => dayIn(ctx.now(), ctx.config.timeZone),
    address: ctx.address,
    ...(ctx.batchId !== undefined && { batchId: ctx.batchId }),
  }
  const entity = entityNamed(name)
  const limits: Limits = (other, table) => within(ctx, other, table)
  const told: Limits = (other, table) =>
    judge(ctx.actor, 'read', other).allowed ? limits(other, table) : inPlaces([], table)
  return openRecords(ctx.store, entity, by, limits, hiddenFrom(ctx.actor, entity), told)
}
