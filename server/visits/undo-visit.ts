import type { UndoneVisit } from '#domain/api/visits/visits.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { conflict, forbidden, notFound } from '#domain/problem.ts'
import { describeVisit } from '#domain/visits/lifecycle.ts'
import type { Context } from '../core/context.ts'
import { lockCustomer, regardlessOfScope } from '../core/customer-locks.ts'
import { gate } from '../core/gate.ts'
import { once, type Answer } from '../core/idempotency.ts'
import { detachPhotos } from './photos/photo-store.ts'
import { updateLastVisits } from './last-visit.ts'
import { changesOf, type HistoryChange } from './undo-store.ts'
import { visitEffectWriter, dayOf, followUpWriter, accountIdOf, openPlanOf } from './plan-helpers.ts'
import type { Customer, Visit, VisitWriter } from './visit-store.ts'
import { t } from '#domain/messages/t.ts'

/**
 * Undoes everything that recording a visit changed, or nothing: for the account that recorded it, on the same day, as
 * long as nothing was changed since. The history keeps both changes.
 */
export async function undoVisit(ctx: Context, idOrCode: string): Promise<Answer<UndoneVisit>> {
  const visits = gate(ctx, 'create', 'visit')
  return once(ctx, ['undo visit', idOrCode], (saveAnswer) =>
    visits.transaction(async (writer) => saveAnswer(writer.tx, await undoRecording(ctx, writer, idOrCode))),
  )
}

/** When the user undid it, if that arrives later, and the request that recorded it. */
interface UndoneRecording {
  moment?: Date
  requestId?: string
}

export async function undoRecording(
  ctx: Context,
  visibleVisits: VisitWriter,
  idOrCode: string,
  { moment = ctx.now(), requestId }: UndoneRecording = {},
): Promise<Answer<UndoneVisit>> {
  const isVisible = (await visibleVisits.find(idOrCode)) !== undefined
  const visits = isVisible ? visibleVisits : ownRecordings(ctx, visibleVisits)
  const found = await visits.find(idOrCode)
  const lockContext = isVisible ? ctx : regardlessOfScope(ctx)
  const customer = await lockCustomer(lockContext, visits.tx, found?.Customer_Code)
  const visit = await visits.lock(idOrCode)
  if (!visit) throw notFound(t('There is no visit {visit} here', { visit: idOrCode }))
  refuseUndo(ctx, visit, moment)
  // The latest change of the visit, besides its photo, must be its recording by this account.
  const changes = await changesOf(visits.tx, 'visit', visit.id)
  const recording = changes.find((change) => !addsPhoto(change))
  const isRecording =
    recording !== undefined &&
    changes[0]!.version === visit.version &&
    recording.requestId !== null &&
    recording.requestId === (requestId ?? recording.requestId) &&
    recording.actorId === accountIdOf(ctx) &&
    recording.before?.Status !== visit.Status
  if (!isRecording || visit.Customer_Code !== (customer?.Customer_Code ?? null))
    throw conflict(t('Visit {visit} was changed since and cannot be undone', { visit: visit.Visit_ID }))

  if (customer) {
    await undoNextPlan(ctx, visits, customer, visit, recording)
    await undoPlace(ctx, visits, customer, recording)
  }
  await detachPhotos(visits.tx, visit.id)
  const restored = recording.before ? await visits.update(visit, recording.before) : null
  if (!restored) await visits.remove(visit)
  await updateLastVisits(ctx, visits.tx, [visit.Customer_Code], [visit.Visit_ID])
  return { status: 200, body: { visit: restored } }
}

/**
 * Recording a visit may close the plan that put its customer in the account's scope. The account can still undo its own
 * recording, and sees no visits of other accounts.
 */
function ownRecordings(ctx: Context, visits: VisitWriter): VisitWriter {
  const all = followUpWriter(ctx, visits)
  const own = (visit: Visit | undefined): Visit | undefined =>
    visit && visit.Recorded_By !== null && visit.Recorded_By === accountIdOf(ctx) ? visit : undefined
  return {
    ...all,
    find: async (idOrCode) => own(await all.find(idOrCode)),
    lock: async (idOrCode) => own(await all.lock(idOrCode)),
  }
}

/** A phone sends the photo after the visit. */
function addsPhoto({ before, after }: HistoryChange<'visit'>): boolean {
  if (before?.Photo_ID !== null || after === null || after.Photo_ID === null) return false
  return JSON.stringify({ ...after, Photo_ID: null }) === JSON.stringify(before)
}

function refuseUndo(ctx: Context, visit: Visit, moment: Date): void {
  if (visit.Recorded_At === null || visit.Recorded_By === null)
    throw conflict(t('{sentence}: there is nothing to undo', { sentence: describeVisit(visit) }))
  if (visit.Recorded_By !== accountIdOf(ctx))
    throw forbidden(t('Only the user who recorded a visit can undo it'))
  if (dayOf(ctx, visit.Recorded_At) !== dayIn(moment, ctx.config.timeZone))
    throw conflict(t('A visit can be undone only on the day it was recorded'))
}

/** Deletes the plan made for the next visit, or moves it back to its previous day; a plan changed since stays. */
async function undoNextPlan(
  ctx: Context,
  visits: VisitWriter,
  customer: Customer,
  visit: Visit,
  recording: HistoryChange<'visit'>,
): Promise<void> {
  const plan = await openPlanOf(ctx, visits, customer)
  if (!plan) return
  const [latest] = await changesOf(visits.tx, 'visit', plan.id)
  const isFromRecording = latest?.requestId === recording.requestId && latest.version === plan.version
  if (isFromRecording && latest.before) await visits.update(plan, latest.before)
  else if (isFromRecording) await visits.remove(plan)
  else if (recording.before?.Status === 'planned') {
    const next = plan.Visit_ID
    throw conflict(
      t('Visit {visit} cannot be undone: customer {customer} now has another open plan, visit {next}', {
        visit: visit.Visit_ID,
        customer: customer.Customer_Code,
        next,
      }),
    )
  }
}

async function undoPlace(
  ctx: Context,
  visits: VisitWriter,
  customer: Customer,
  recording: HistoryChange<'visit'>,
): Promise<void> {
  const places = visitEffectWriter(ctx, visits, 'delete', 'customerPlace')
  const place = await places.lock(customer.Customer_Code)
  if (!place) return
  const [latest] = await changesOf(visits.tx, 'customerPlace', place.id)
  if (latest?.requestId === recording.requestId && latest.action === 'create') await places.remove(place)
}
