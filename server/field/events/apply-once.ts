import type { EventResult } from '#domain/api/field/events.ts'
import type { FieldEvent, Mark } from '#domain/field/events.ts'
import { isObject } from '#domain/input.ts'
import { Problem } from '#domain/problem.ts'
import { isBlank } from '#domain/visits/payloads.ts'
import { isLocationAllowed } from '../../accounts/consent-store.ts'
import type { Context } from '../../core/context.ts'
import type { Tx } from '../../store/dialect.ts'
import { applyEvent, type EventToApply } from './apply-event.ts'
import { dropMore, unknownValues } from './dropped-values.ts'
import { findEvent, hashOf, insertEvent, resultOf, type EventRow } from './event-store.ts'
import { markOf } from './marks.ts'
import type { EventTime } from './phone-clock.ts'
import { t } from '#domain/messages/t.ts'

export const refused = (id: string, message: string): EventResult => ({
  id,
  state: 'refused',
  message,
  marks: [],
  visit: null,
})

/** With the fields that are not valid, or the conflict, which the form shows. */
const refusedBy = (id: string, { status, message, details }: Problem): EventResult => ({
  ...refused(id, message),
  ...(details.errors?.length && {
    errors: details.errors.map(({ field, message: problem }) => ({ field, message: problem })),
  }),
  ...(status === 409 && { conflict: isRecorded(details.extra?.['current']) ? 'recorded' : 'changed' }),
})

const isRecorded = (current: unknown): boolean =>
  isObject(current) && 'Status' in current && current['Status'] !== 'planned'

export const tryAgain = (id: string, message: string): EventResult => ({
  ...refused(id, message),
  state: 'retry',
})

/** The stored result of an event that is sent again. */
export function repeatOf(row: EventRow, account: string, contentHash: string): EventResult {
  if (row.account_id !== account || row.content_hash !== contentHash)
    return { ...refused(row.id, t('This id was already used for something else')), conflict: 'used' }
  return resultOf(row)
}

/** Applies an event and stores it in one transaction; one that was stored before has the result of the first time. */
export async function applyOnce(
  ctx: Context,
  event: FieldEvent,
  time: EventTime,
  isAwaited = false,
): Promise<EventResult> {
  const contentHash = hashOf(event)
  // Each event is a request of its own, so that undoing it leaves what others in the same request changed.
  const ofEvent = { ...ctx, requestId: event.id }
  return storeOnce(ctx, event.id, contentHash, () =>
    applyTolerantly(
      { event, time, dropped: unknownValues(event), isAwaited },
      (apply) => ctx.store.transaction(apply),
      async (tx, toApply) => {
        const { event: kept, marks } = await withAllowedPlace(ctx, tx, toApply.event)
        const outcome = await applyEvent(ofEvent, tx, { ...toApply, event: kept })
        const stored = { ...kept, correctedAt: time.at.toISOString() }
        return insertEvent(ofEvent, tx, stored, contentHash, {
          ...outcome,
          marks: [...outcome.marks, ...marks],
        })
      },
    ),
  )
}

/** Without the location, if the account has not allowed it or has withdrawn that since: the visit itself is never refused. */
async function withAllowedPlace(
  { actor }: Context,
  tx: Tx,
  event: FieldEvent,
): Promise<{ event: FieldEvent; marks: Mark[] }> {
  if (event.kind !== 'visit' || isBlank(event.values['Check_In_Place'])) return { event, marks: [] }
  if (await isLocationAllowed(tx, actor)) return { event, marks: [] }
  const { Check_In_Place: _, Keep_Customer_Place: __, ...values } = event.values
  const message = t('The location was not stored: the account has not allowed it')
  return { event: { ...event, values }, marks: [markOf('dropped-values', message)] }
}

/** Turns a failure into an answer. Whatever failed, an event that is stored was applied: by the same request, sent twice. */
export async function storeOnce(
  ctx: Context,
  id: string,
  contentHash: string,
  work: () => Promise<EventResult>,
): Promise<EventResult> {
  try {
    return await work()
  } catch (error) {
    try {
      // Read in a write transaction: the first one may still be waiting for its group commit.
      const row = await ctx.store.transaction((tx) => findEvent(tx, id))
      if (row) return repeatOf(row, 'id' in ctx.actor ? ctx.actor.id : '', contentHash)
    } catch {
      return tryAgain(id, messageOfFailure(ctx, error))
    }
    const problem = error instanceof Problem ? error : ctx.store.problemOf(error)
    if (problem && !isTemporary(problem, error)) return refusedBy(id, problem)
    if (!problem)
      ctx.log.error({ reqId: ctx.requestId, event: id, err: error }, 'an event could not be applied')
    return tryAgain(id, messageOfFailure(ctx, error))
  }
}

/** A conflict that only the database found does not happen again. */
export const isTemporary = ({ status }: Problem, error: unknown): boolean =>
  status >= 500 || status === 429 || (status === 409 && !(error instanceof Problem))

const messageOfFailure = (ctx: Context, error: unknown): string =>
  (error instanceof Problem ? error : ctx.store.problemOf(error))?.message ??
  t(
    'Something went wrong on our side. The phone sends this again; if it fails again, give the administrator this number: {request}',
    {
      request: ctx.requestId ?? '',
    },
  )

/** Enough for each value to be found wrong in a round of checks of its own. */
const maxTries = 5

/** Applies an event, again without the values that are not valid. `run` rolls back what failed. */
export async function applyTolerantly<T>(
  first: EventToApply,
  run: (apply: (tx: Tx) => Promise<T>) => Promise<T>,
  apply: (tx: Tx, toApply: EventToApply) => Promise<T>,
): Promise<T> {
  let toApply = first
  for (let tries = 1; ; tries++) {
    try {
      return await run((tx) => apply(tx, toApply))
    } catch (error) {
      const dropped =
        tries < maxTries && !first.isAwaited ? dropMore(toApply.event, error, toApply.dropped) : undefined
      if (!dropped) throw error
      toApply = { ...toApply, dropped }
    }
  }
}
