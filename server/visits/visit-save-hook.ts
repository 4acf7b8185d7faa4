import { dayIn } from '#domain/dates/moments.ts'
import { conflict, invalid } from '#domain/problem.ts'
import { daysLate, validateVisit } from '#domain/visits/lifecycle.ts'
import { checkChangedAdvice } from '../advice-guard/check-advice.ts'
import { moneyProblems } from '#domain/balances/promises.ts'
import { computeMoney } from '../promises/promise-of-visit.ts'
import type { Context } from '../core/context.ts'
import type { Change, HookContext } from '../records/save-hooks.ts'
import { dayNotKept } from './plan-helpers.ts'
import type { Visit, VisitWriter } from './visit-store.ts'
import { t } from '#domain/messages/t.ts'

type VisitChange = Change<Visit>
type VisitValues = NonNullable<VisitChange['after']>

/** Unattached photos are deleted within a day. */
async function detachPhoto(writer: VisitWriter, visit: Readonly<Visit> | null): Promise<void> {
  if (!visit) return
  const photos = writer.tx.updateTable('photo').set({ visit_id: null })
  await photos.where('visit_id', '=', visit.id).execute()
}

/** A restored visit gets its photo again, unless the photo was deleted meanwhile. */
async function reattachPhoto(writer: VisitWriter, visit: VisitValues, id: string): Promise<void> {
  if (visit.Photo_ID === null) return
  const { numUpdatedRows } = await writer.tx
    .updateTable('photo')
    .set({ visit_id: id })
    .where('id', '=', visit.Photo_ID.toLowerCase())
    .where('visit_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) visit.Photo_ID = null
}

/** Updates the photo of a visit whose former values are restored, without the checks of a change. */
async function syncPhoto(
  { before, after, restored }: VisitChange,
  { writer }: Pick<HookContext<Visit>, 'writer'>,
): Promise<void> {
  if (!after) return detachPhoto(writer, before)
  if (before?.Photo_ID === after.Photo_ID) return
  await detachPhoto(writer, before)
  const id = restored ?? before?.id
  if (id !== undefined) await reattachPhoto(writer, after, id)
}

/** Computed when the day of a visit is set or changed, never taken from the request. */
function computeDaysLate(
  { config, now }: Context,
  before: Readonly<Visit> | null,
  after: Readonly<VisitValues>,
): number | null {
  if (before && before.Visited_On === after.Visited_On) return before.Days_Late
  const wasMade = before?.Visited_On ? before.createdAt : null
  const recorded = new Date(after.Recorded_At ?? wasMade ?? now())
  return daysLate(after.Visited_On, dayIn(recorded, config.timeZone), config.lateVisitDays)
}

/** Checks the lifecycle of a visit and that a customer has one open plan, however the visit is changed. */
export async function checkVisit(
  { before, after, restored }: VisitChange,
  { ctx, writer }: HookContext<Visit>,
): Promise<void> {
  if (!after) return detachPhoto(writer, before)
  const problems = validateVisit(before, after, dayIn(ctx.now(), ctx.config.timeZone))
  problems.push(...moneyProblems(after))
  if (problems.length > 0) throw invalid(problems)
  Object.assign(after, await computeMoney(writer.tx, after))
  if (restored === undefined) {
    after.Days_Late = computeDaysLate(ctx, before, after)
    if (after.Status === 'visited') await checkChangedAdvice(writer.tx, before, after)
  }
  const dayOf = (timestamp: string): string => dayIn(new Date(timestamp), ctx.config.timeZone)
  // Never taken from the request.
  if (restored === undefined)
    after.Moved_From =
      before?.Status === 'planned'
        ? await dayNotKept(ctx, writer, before, after.Planned_At && dayOf(after.Planned_At))
        : (before?.Moved_From ?? null)
  // The stop order of one day is meaningless on another day, unless a new one is sent.
  if (before?.Planned_At && after.Planned_At && before.Stop_Order === after.Stop_Order) {
    if (dayOf(before.Planned_At) !== dayOf(after.Planned_At)) after.Stop_Order = null
  }
  // A photo that is removed from a visit is deleted with the unattached ones.
  if (before && before.Photo_ID !== after.Photo_ID) await detachPhoto(writer, before)
  if (restored !== undefined) await reattachPhoto(writer, after, restored)
  await refuseSecondPlan(writer, before, after)
}

/** Restores a visit as it was before an interrupted change; an open plan made meanwhile is newer and stays. */
export async function restoreVisit(
  change: VisitChange,
  { writer }: Pick<HookContext<Visit>, 'writer'>,
): Promise<void> {
  const { before, after } = change
  const wasOpenPlan = before?.Status === 'planned' && before.Customer_Code === after?.Customer_Code
  if (after && !wasOpenPlan) await refuseSecondPlan(writer, before, after)
  await syncPhoto(change, { writer })
}

async function refuseSecondPlan(
  writer: VisitWriter,
  before: Readonly<Visit> | null,
  after: Readonly<VisitValues>,
): Promise<void> {
  if (after.Status !== 'planned') return
  const other = await writer.tx
    .selectFrom('visit')
    .select('visit_id')
    .where('status', '=', 'planned')
    .where('customer_code', '=', after.Customer_Code)
    .where('visit_id', '<>', before?.Visit_ID ?? '')
    .executeTakeFirst()
  if (!other) return
  throw conflict(
    t('Customer {customer} already has an open plan: visit {visit}', {
      customer: after.Customer_Code!,
      visit: other.visit_id,
    }),
  )
}
