import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { dayIn } from '#domain/moments.ts'
import { conflict, forbidden, notFound } from '#domain/problem.ts'
import { visitInWords } from '#domain/visits/lifecycle.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { once, type Answer } from '../once.ts'
import type { RecordWriter } from '../store/records.ts'
import { detachPhotos } from './photo-store.ts'
import { followVisits } from './last-visit.ts'
import { tracesOf, type Trace } from './undo-store.ts'
import {
  byTheVisit,
  dayOf,
  followUps,
  idOf,
  lockCustomer,
  lockUnseenCustomer,
  openPlanOf,
} from './visit-parts.ts'

export interface Undone {
  /** As it was before; null when the visit had not been planned and is gone. */
  visit: StoredRecord | null
}

/**
 * Takes back what recording a visit did, all of it or nothing: for whoever recorded it, on the same day, as long as nobody
 * built on it. The history keeps both.
 */
export async function undoVisit(ctx: Context, idOrCode: string): Promise<Answer<Undone>> {
  const visits = gate(ctx, 'create', 'visit')
  return once(ctx, ['undo visit', idOrCode], (keep) =>
    visits.transaction(async (writer) => keep(writer.tx, await undo(ctx, writer, idOrCode))),
  )
}

async function undo(ctx: Context, seenVisits: RecordWriter, idOrCode: string): Promise<Answer<Undone>> {
  const isSeen = (await seenVisits.find(idOrCode)) !== undefined
  const visits = isSeen ? seenVisits : ownRecordings(ctx, seenVisits)
  // The customer first and the visit second, as everywhere.
  const seen = await visits.find(idOrCode)
  const customer = isSeen
    ? await lockCustomer(ctx, visits, seen?.['Customer_Code'])
    : await lockUnseenCustomer(ctx, visits, seen?.['Customer_Code'])
  const visit = await visits.lock(idOrCode)
  if (!visit) throw notFound(`There is no visit ${idOrCode} here`)
  refuse(ctx, visit)
  const [recording] = await tracesOf(visits.tx, 'visit', visit.id)
  // The last that happened to the visit must be that this person recorded it.
  const isRecording =
    recording?.version === visit.version &&
    recording.requestId !== null &&
    recording.actorId === idOf(ctx) &&
    recording.before?.['Status'] !== visit['Status']
  if (!isRecording || visit['Customer_Code'] !== (customer?.['Customer_Code'] ?? null))
    throw conflict(`Visit ${String(visit['Visit_ID'])} was changed since and cannot be taken back`)

  if (customer) {
    await takeBackNextPlan(ctx, visits, customer, visit, recording)
    await takeBackPlace(ctx, visits, customer, recording)
  }
  await detachPhotos(visits.tx, visit.id)
  const back = recording.before ? await visits.update(visit, recording.before) : null
  if (!back) await visits.remove(visit)
  await followVisits(ctx, visits.tx, [visit['Customer_Code']], [visit['Visit_ID']])
  return { status: 200, body: { visit: back } }
}

/**
 * Recording a visit may close the plan by which its customer was seen. Whoever recorded it can still take it back, and
 * learns nothing of the visits of others.
 */
function ownRecordings(ctx: Context, visits: RecordWriter): RecordWriter {
  const all = followUps(ctx, visits)
  const own = (visit: StoredRecord | undefined): StoredRecord | undefined =>
    visit && visit['Recorded_By'] !== null && visit['Recorded_By'] === idOf(ctx) ? visit : undefined
  return {
    ...all,
    find: async (idOrCode) => own(await all.find(idOrCode)),
    lock: async (idOrCode) => own(await all.lock(idOrCode)),
  }
}

function refuse(ctx: Context, visit: StoredRecord): void {
  if (visit['Recorded_At'] === null || visit['Recorded_By'] === null)
    throw conflict(`${visitInWords(visit)}: there is nothing to take back`)
  if (visit['Recorded_By'] !== idOf(ctx)) throw forbidden('Only whoever recorded a visit can take it back')
  if (dayOf(ctx, visit['Recorded_At']) !== dayIn(ctx.now(), ctx.config.timeZone))
    throw conflict('A visit can be taken back on the day it was recorded, not later')
}

/** The plan made for next time goes, or goes back to where it was; one that somebody has changed since stays. */
async function takeBackNextPlan(
  ctx: Context,
  visits: RecordWriter,
  customer: StoredRecord,
  visit: StoredRecord,
  recording: Trace,
): Promise<void> {
  const plan = await openPlanOf(ctx, visits, customer)
  if (!plan) return
  const [latest] = await tracesOf(visits.tx, 'visit', plan.id)
  const isItsOwn = latest?.requestId === recording.requestId && latest.version === plan.version
  if (isItsOwn && latest.before) await visits.update(plan, latest.before)
  else if (isItsOwn) await visits.remove(plan)
  else if (recording.before?.['Status'] === 'planned') {
    const next = String(plan['Visit_ID'])
    throw conflict(
      `Visit ${String(visit['Visit_ID'])} cannot be taken back: customer ${String(customer['Customer_Code'])} has another open plan by now, visit ${next}`,
    )
  }
}

async function takeBackPlace(
  ctx: Context,
  visits: RecordWriter,
  customer: StoredRecord,
  recording: Trace,
): Promise<void> {
  const places = byTheVisit(ctx, visits, 'delete', 'customerPlace')
  const place = await places.lock(String(customer['Customer_Code']))
  if (!place) return
  const [latest] = await tracesOf(visits.tx, 'customerPlace', place.id)
  if (latest?.requestId === recording.requestId && latest.action === 'create') await places.remove(place)
}
