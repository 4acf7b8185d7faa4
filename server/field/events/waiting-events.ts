import type { Actor } from '#domain/access/actor.ts'
import { can } from '#domain/access/policy.ts'
import { defaultRights } from '#domain/access/role-rights.ts'
import type { FieldEvent, Mark, MarkKind } from '#domain/field/events.ts'
import { Problem } from '#domain/problem.ts'
import { actorOf } from '../../access/explain-service.ts'
import { dayIn } from '#domain/dates/moments.ts'
import type { Context } from '../../core/context.ts'
import { attempt } from '../../store/attempt.ts'
import type { Tx } from '../../store/dialect.ts'
import { applyTolerantly, isTemporary } from './apply-once.ts'
import { applyEvent, type EventToApply } from './apply-event.ts'
import { joinRemarks, lineOf, unknownValues } from './dropped-values.ts'
import { findProposed, type FoundCustomer } from './event-customer.ts'
import {
  accepted,
  findEvent,
  marksOf,
  storedEventOf,
  updateEvent,
  type EventRow,
  type Outcome,
  type StoredEvent,
} from './event-store.ts'
import { markOf } from './marks.ts'
import type { EventTime } from './phone-clock.ts'
import { addPhoto, noVisit } from './photo-event.ts'
import { t } from '#domain/messages/t.ts'

/**
 * Applies the events that waited for a proposal, in the transaction that approves it. `customerId` is the customer that was created
 * from it, or that it was found to be. Each event is applied as the account that recorded it.
 */
export const applyWaitingEvents = (
  ctx: Context,
  tx: Tx,
  proposalId: string,
  customerId: string,
): Promise<void> => decideWaiting(ctx, tx, proposalId, (ofEvent) => findProposed(ofEvent, tx, customerId))

/** Stores the visits that waited for a proposal without a customer, in the transaction that refuses it. */
export const refuseWaitingEvents = (ctx: Context, tx: Tx, proposalId: string): Promise<void> =>
  decideWaiting(ctx, tx, proposalId, async () => ({
    customer: undefined,
    isOutsideScope: false,
    marks: [markOf('no-customer', t('The office refused the proposal of this customer'))],
  }))

async function decideWaiting(
  ctx: Context,
  tx: Tx,
  proposalId: string,
  find: (ofEvent: Context) => Promise<FoundCustomer>,
): Promise<void> {
  const rows = await tx
    .selectFrom('field_event')
    .selectAll()
    .where('waits_for', '=', proposalId)
    .where('state', '=', 'waiting')
    // In the order of arrival, which is that of recording whatever the clock of the phone; photos after their visits.
    .orderBy('received_at')
    .orderBy('recorded_at')
    .orderBy('id')
    .execute()
  for (const row of rows.toSorted(
    (one, other) => Number(one.kind === 'photo') - Number(other.kind === 'photo'),
  ))
    await updateEvent(tx, row.id, await decide(await contextOf(ctx, tx, row), tx, row, find))
}

/** A failure concerns one event: what it contains is kept, and a mark shows the office why it was not applied. */
async function decide(
  ctx: Context,
  tx: Tx,
  row: EventRow,
  find: (ofEvent: Context) => Promise<FoundCustomer>,
): Promise<Outcome> {
  const event = storedEventOf(row)
  const earlier = marksOf(row)
  const found = await find(ctx)
  const toApply = {
    event,
    time: timeOfStored(ctx, event, earlier),
    dropped: unknownValues(event),
    found,
  }
  const run = <T>(work: (inTx: Tx) => Promise<T>): Promise<T> => attempt(tx, () => work(tx))
  const apply = (_: Tx, each: EventToApply): Promise<Outcome> => applyEvent(ctx, tx, each)
  let outcome: Outcome
  try {
    outcome =
      event.kind === 'photo'
        ? await run(() => photoOf(ctx, tx, event))
        : await applyTolerantly(toApply, run, apply)
  } catch (error) {
    const reason = reasonOf(ctx, row, error)
    try {
      outcome =
        event.kind === 'visit'
          ? await run(() => apply(tx, asUnassigned(toApply, event, reason)))
          : notApplied(event, found, reason)
    } catch (again) {
      outcome = notApplied(event, found, reasonOf(ctx, row, again))
    }
  }
  return { ...outcome, marks: [...earlier, ...outcome.marks.filter(({ kind }) => !isOfTime(kind))] }
}

/** Why an event could not be applied. A temporary failure is thrown again, so that nothing is decided. */
function reasonOf(ctx: Context, { id }: EventRow, error: unknown): string {
  const problem = error instanceof Problem ? error : ctx.store.problemOf(error)
  if (problem && isTemporary(problem, error)) throw error
  if (!problem)
    ctx.log.error({ reqId: ctx.requestId, event: id, err: error }, 'a waiting event could not be applied')
  return problem?.message ?? t('Something went wrong on our side')
}

/** The same visit without a customer, with all values in the remarks. */
function asUnassigned(toApply: EventToApply, event: FieldEvent<'visit'>, reason: string): EventToApply {
  const { customer, marks = [] } = toApply.found ?? {}
  const mark = markOf(
    'not-applied',
    t('The visit could not be saved for the customer: {reason}. Its values are in the remarks', { reason }),
  )
  return {
    ...toApply,
    event: customer ? { ...event, customer: { id: customer.id } } : event,
    dropped: new Set(Object.keys(event.values)),
    found: { customer: undefined, isOutsideScope: false, marks: [...marks, mark] },
  }
}

/** The values of a photo only name its visit. */
function notApplied(event: StoredEvent, { customer, marks }: FoundCustomer, reason: string): Outcome {
  const sent =
    event.kind === 'photo' ? [] : Object.entries(event.values).map(([name, value]) => lineOf(name, value))
  const message = joinRemarks([t('Not applied: {reason}', { reason }), ...sent])
  return {
    ...accepted,
    message: reason,
    customerId: customer?.id ?? null,
    marks: [...marks, markOf('not-applied', message)],
  }
}

async function photoOf(ctx: Context, tx: Tx, { id, values }: FieldEvent<'photo'>): Promise<Outcome> {
  const recorded = await findEvent(tx, values.event.toLowerCase())
  const customerId = recorded?.customer_id ?? null
  if (recorded?.visit_id) return { ...(await addPhoto(ctx, tx, recorded.visit_id, id)), customerId }
  const isUndone = recorded?.marks === null
  const marks = isUndone ? [] : [markOf('not-applied', noVisit())]
  return { ...accepted, customerId, message: noVisit(), marks }
}

/** How late an event arrived, and whether the clock was wrong, was found when it arrived. */
const isOfTime = (kind: MarkKind): boolean => kind === 'late' || kind === 'clock'

function timeOfStored(
  { config: { timeZone } }: Context,
  { at, correctedAt }: Pick<StoredEvent, 'at' | 'correctedAt'>,
  marks: readonly Mark[],
): EventTime {
  const moment = new Date(correctedAt)
  return {
    at: moment,
    isClockWrong: marks.some(({ kind }) => kind === 'clock'),
    day: dayIn(moment, timeZone),
    phoneDay: dayIn(new Date(at), timeZone),
  }
}

/** The account that recorded the event. If it has no right today, or was deleted, it had the right when the event was accepted. */
async function contextOf(ctx: Context, tx: Tx, row: EventRow): Promise<Context> {
  const known = await actorOf(tx, row.account_id)
  const { batchId: _, ...single } = ctx
  if (known && can(known, 'create', 'visit').allowed) return { ...single, actor: known, requestId: row.id }
  const actor: Actor = {
    kind: 'account',
    id: row.account_id,
    name: row.by_name,
    email: known?.email ?? '',
    status: 'active',
    role: 'FIELD',
    language: known?.language ?? null,
    sessionId: '',
    access: { roles: ['FIELD'], rights: defaultRights('FIELD').rights, scope: [] },
  }
  return { ...single, actor, requestId: row.id }
}
