import { system } from '#domain/access/actor.ts'
import { readInput } from '#domain/api/read-input.ts'
import { recordVisit } from '#domain/api/visits/visits.ts'
import { parseDay } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import type { FieldEvent, Mark } from '#domain/field/events.ts'
import { referenceOf } from '#domain/field/reference.ts'
import { conflict } from '#domain/problem.ts'
import { isBlank } from '#domain/visits/payloads.ts'
import type { Context } from '../../core/context.ts'
import { gate } from '../../core/gate.ts'
import type { Tx } from '../../store/dialect.ts'
import { describeClosed, refuseClosed } from '../../visits/match-plan.ts'
import { accountIdOf, openPlanOf } from '../../visits/plan-helpers.ts'
import { changesOf } from '../../visits/undo-store.ts'
import { toVisitPayload } from '../../visits/visit-payload.ts'
import { savePayload } from '../../visits/visit-service.ts'
import type { Customer, Visit, VisitWriter } from '../../visits/visit-store.ts'
import { joinRemarks, lineOf, withoutDropped } from './dropped-values.ts'
import type { FoundCustomer } from './event-customer.ts'
import { accepted, type Outcome } from './event-store.ts'
import { markOf } from './marks.ts'
import type { EventTime } from './phone-clock.ts'
import { t } from '#domain/messages/t.ts'

const { body: visitBody } = recordVisit

type Values = Readonly<Record<string, unknown>>

/** A visit or a plan, with what is known about it. */
export interface VisitToApply {
  event: FieldEvent<'visit' | 'plan'>
  time: EventTime
  found: FoundCustomer
  /** Values that were found not valid. */
  dropped: ReadonlySet<string>
  /** The user waits for the answer, and decides about a conflict. */
  isAwaited: boolean
}

/**
 * Saves a visit or a plan as the ordinary request does. What would refuse that is a mark here: the visit was made. Only while
 * its user waits for the answer it is refused.
 */
export async function applyVisit(ctx: Context, tx: Tx, toApply: VisitToApply): Promise<Outcome> {
  const { event, time, found, dropped, isAwaited } = toApply
  const { customer } = found
  if (isAwaited && event.customer && (!customer || found.isOutsideScope))
    throw conflict(t('The customer was deleted or is no longer among yours. Nothing was recorded'))
  if (!customer && event.kind === 'plan')
    throw conflict(t('The customer was deleted or is no longer among yours, so no visit was planned'))
  const visits = writerOf(ctx, tx, found)
  const { plan, mark } = customer ? await matchSeenPlan(ctx, visits, customer, toApply) : noPlan
  const kept = await withoutDropped(event.values, dropped, visits, plan?.Remarks ?? null)
  const sent = customer ? { ...kept, Customer_Code: customer.Customer_Code } : withoutCustomer(event, kept)
  const values = event.kind === 'visit' && isMade(sent) ? ofDay(ctx, sent, time) : sent
  const isAnother = mark?.kind === 'already-recorded' && isMade(values)
  // The ordinary request then refuses to move a plan that was not on the screen.
  const isRefused = isAwaited && event.kind === 'plan' && mark !== undefined
  const input = {
    ...values,
    ...(isAnother && { Keeps_Plan: true }),
    ...(isRefused && { Moves_Plan: event.seen }),
  }
  const payload = toVisitPayload(readInput(visitBody, input), ctx.config.timeZone)
  const unsafe: Mark[] = []
  const { body: visit } = await savePayload(ctx, visits, payload, {
    match: { customer, plan },
    recordedAt: time.at.toISOString(),
    ...(!isAwaited && {
      onUnsafeAdvice: (sentence) => unsafe.push(markOf('unsafe-advice', sentence)),
    }),
    ...(event.kind === 'visit' && { reference: referenceOf(event.id) }),
  })
  const { id, Visit_ID, version } = visit
  return {
    ...accepted,
    visit: { id, Visit_ID, version },
    customerId: customer?.id ?? (event.customer && 'id' in event.customer ? event.customer.id : null),
    marks: [...found.marks, ...(mark ? [mark] : []), ...unsafe, ...marksOfDropped(dropped)],
  }
}

/** An account records visits to its former customers through the system, as the author. */
function writerOf(ctx: Context, tx: Tx, { isOutsideScope }: FoundCustomer): VisitWriter {
  const visits = gate(ctx, 'create', 'visit')
  if (!isOutsideScope) return visits.using(tx)
  const actor = system('a phone handed in a visit')
  return gate({ ...ctx, actor }, 'create', 'visit', ctx.actor).using(tx)
}

interface SeenMatch {
  /** The plan that the visit closes. */
  plan: Visit | undefined
  mark?: Mark
}

const noPlan: SeenMatch = { plan: undefined }

/** Finds the plan that a visit closes, or a plan event moves, and compares it with the one that the phone showed. */
async function matchSeenPlan(
  ctx: Context,
  visits: VisitWriter,
  customer: Customer,
  { event: { kind, seen, values }, isAwaited }: VisitToApply,
): Promise<SeenMatch> {
  if (kind === 'visit' && values['Keeps_Plan'] === true) return noPlan
  const open = await openPlanOf(ctx, visits, customer)
  if (open && open.Visit_ID === (seen?.Visit_ID ?? open.Visit_ID)) {
    if (open.version === seen?.version || !(await isChangedByOthers(ctx, visits, open, seen?.version ?? 0)))
      return { plan: open }
    const message = seen
      ? t('The plan was changed by another user meanwhile')
      : t('Another user planned a visit meanwhile')
    return { plan: open, mark: markOf('plan-changed', message) }
  }
  if (!seen) return noPlan
  const systemCtx = { ...ctx, actor: system('a phone handed in a visit') }
  const shown = await gate(systemCtx, 'read', 'visit').using(visits.tx).find(seen.Visit_ID)
  const isOfCustomer = shown?.Customer_Code === customer.Customer_Code
  if (isAwaited && kind === 'visit') {
    if (isOfCustomer) await refuseClosed(ctx, visits, shown)
    throw conflict(t('The plan was deleted meanwhile'))
  }
  if (isOfCustomer && kind === 'visit' && (shown.Status === 'visited' || shown.Status === 'missed'))
    return { plan: undefined, mark: markOf('already-recorded', await describeClosed(ctx, visits, shown)) }
  const message = isOfCustomer
    ? await describeClosed(ctx, visits, shown)
    : t('The plan was deleted meanwhile')
  return { plan: open, mark: markOf('plan-changed', message) }
}

/** What the account itself changed since is in its other events. */
async function isChangedByOthers(
  ctx: Context,
  { tx }: VisitWriter,
  { id }: Visit,
  since: number,
): Promise<boolean> {
  const changes = await changesOf(tx, 'visit', id)
  return changes.some(({ version, actorId }) => version > since && actorId !== accountIdOf(ctx))
}

const isMade = ({ Status }: Values): boolean => isBlank(Status) || Status === 'visited'

/** The day of a visit is the firm's: a day that comes from a wrong clock is corrected, and none is in the future. */
function ofDay(ctx: Context, values: Values, time: EventTime): Values {
  const given = values['Visited_On']
  if (isBlank(given)) return { ...values, Visited_On: time.day }
  const day = typeof given === 'string' ? parseDay(given.trim()) : undefined
  if (day === undefined) return values
  if (time.isClockWrong && day === time.phoneDay) return { ...values, Visited_On: time.day }
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  return day > today ? { ...values, Visited_On: today } : values
}

/** A visit without a customer is unassigned; its remarks keep what it cannot have. */
function withoutCustomer({ customer }: FieldEvent, values: Values): Values {
  const { Status, Reason, Remarks, ...rest } = values
  const sent = [
    ...(isMade(values) ? [] : [lineOf('Status', Status)]),
    ...(isBlank(Reason) ? [] : [lineOf('Reason', Reason)]),
    ...(customer && 'id' in customer ? [t('Customer: {id}', { id: customer.id })] : []),
  ]
  const remarks = [...(typeof Remarks === 'string' ? [Remarks] : []), ...sent]
  return { ...rest, Remarks: joinRemarks(remarks) }
}

const marksOfDropped = (dropped: ReadonlySet<string>): Mark[] =>
  dropped.size === 0
    ? []
    : [markOf('dropped-values', t('Some values are not valid any more; they are in the remarks'))]
