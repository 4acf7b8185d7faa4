import { territoryOf, type Actor } from '#domain/access/actor.ts'
import { decide } from '#domain/access/allowances.ts'
import { can, type Action, type Decision } from '#domain/access/policy.ts'
import { entityNamed, type EntityName, type RecordNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { sensitiveFields } from '#domain/mask.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { forbidden, unauthenticated } from '#domain/problem.ts'
import { inPlaces, territoryFilter } from './territory-filter.ts'
import type { Context } from './context.ts'
import { openRecords, type RecordScope, type Records } from '../store/records/records.ts'
import { t } from '#domain/messages/t.ts'

/** Carries the action and the subject, so that the user can ask why access was refused. */
export function refusal(
  ctx: Pick<Context, 'actor'>,
  decision: Decision,
  [action, subject]: readonly [Action, string],
): Error {
  return ctx.actor.kind === 'anonymous'
    ? unauthenticated(decision.because)
    : forbidden(decision.because, { action, subject })
}

/** Checks the policy; throws if the action is refused. */
export function requireRight(ctx: Pick<Context, 'actor'>, action: Action, subject: string): void {
  const decision = can(ctx.actor, action, subject)
  if (!decision.allowed) throw refusal(ctx, decision, [action, subject])
}

/** For data of the whole firm; throws unless the actor's scope is everything. */
export function requireFullScope(ctx: Pick<Context, 'actor'>, what: string): void {
  if (territoryOf(ctx.actor)) throw forbidden(t('{what} requires access to the whole firm', { what }))
}

/** Actors who may export an entity see all its fields; for others sensitive fields are masked. */
export function hiddenFieldsFor(actor: Actor, entity: Entity): readonly string[] {
  const sensitive = sensitiveFields(entity)
  return sensitive.length > 0 && !decide(actor, 'export', entity.name).allowed ? sensitive : []
}

/**
 * The only access to records: checks the policy, and returns the records in the actor's scope. `author` is recorded as the
 * author of a change that the system makes as a consequence of a user's action.
 */
export function gate<N extends EntityName>(
  ctx: Context,
  action: Action,
  name: N,
  author?: Actor,
): Records<RecordNamed<N>> {
  return dynamicGate(ctx, action, name, author) as unknown as Records<RecordNamed<N>>
}

/** The same for code that walks the catalogue: the name of the entity is known at run time only. */
export function dynamicGate(ctx: Context, action: Action, name: string, author = ctx.actor): Records {
  requireRight(ctx, action, name)
  const by = {
    actor: author,
    requestId: ctx.requestId,
    now: ctx.now,
    today: () => dayIn(ctx.now(), ctx.config.timeZone),
    address: ctx.address,
    ...(ctx.batchId !== undefined && { batchId: ctx.batchId }),
  }
  const entity = entityNamed(name)
  const scope: RecordScope = (other, table) => territoryFilter(ctx, other, table)
  const referrerScope: RecordScope = (other, table) =>
    decide(ctx.actor, 'read', other).allowed ? scope(other, table) : inPlaces([], table)
  return openRecords(ctx.store, entity, by, scope, hiddenFieldsFor(ctx.actor, entity), referrerScope)
}
