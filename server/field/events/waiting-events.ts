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
import { applyTolerantly } from './apply-once.ts'
import { applyEvent } from './apply-event.ts'
import { unknownValues } from './dropped-values.ts'
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
import { addPhoto } from './photo-event.ts'
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
    // In the order in which they were recorded; photos after their visits.
    .orderBy('recorded_at')
    .orderBy('id')
    .execute()
  for (const row of rows.toSorted(
    (one, other) => Number(one.kind === 'photo') - Number(other.kind === 'photo'),
  ))
    await updateEvent(tx, row.id, await decide(await contextOf(ctx, tx, row), tx, row, find))
}

/** A failure concerns one event: its text is kept, and a mark shows the office why it was not applied. */
async function decide(
  ctx: Context,
  tx: Tx,
  row: EventRow,
  find: (ofEvent: Context) => Promise<FoundCustomer>,
): Promise<Outcome> {
  const event = storedEventOf(row)
  const earlier = marksOf(row)
  try {
    const outcome: Outcome =
      event.kind === 'photo'
        ? await attempt(tx, () => photoOf(ctx, tx, event))
        : await applyTolerantly(
            { event, time: timeOfStored(ctx, event, earlier), dropped: unknownValues(event) },
            (apply) => attempt(tx, () => apply(tx)),
            async (_, toApply) => applyEvent(ctx, tx, { ...toApply, found: await find(ctx) }),
          )
    return { ...outcome, marks: [...earlier, ...outcome.marks.filter(({ kind }) => !isOfTime(kind))] }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const mark = markOf('dropped-values', t('It was not applied: {reason}', { reason: error.message }))
    return { ...accepted, message: error.message, marks: [...earlier, mark] }
  }
}

async function photoOf(ctx: Context, tx: Tx, { id, values }: FieldEvent<'photo'>): Promise<Outcome> {
  const recorded = await findEvent(tx, values.event.toLowerCase())
  return recorded?.visit_id ? addPhoto(ctx, tx, recorded.visit_id, id) : accepted
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
    sessionId: '',
    access: { roles: ['FIELD'], rights: defaultRights('FIELD').rights, scope: [] },
  }
  return { ...single, actor, requestId: row.id }
}
