import { hash } from 'node:crypto'
import { system } from '#domain/access/actor.ts'
import type { QueryOf } from '#domain/api/endpoint.ts'
import type { EventResult, sendEventPhoto } from '#domain/api/field/events.ts'
import { eventVersion } from '#domain/field/events.ts'
import { parseEvent } from '#domain/field/parse-event.ts'
import { conflict } from '#domain/problem.ts'
import type { Context } from '../../core/context.ts'
import { lockCustomer, regardlessOfScope } from '../../core/customer-locks.ts'
import { gate } from '../../core/gate.ts'
import type { Tx } from '../../store/dialect.ts'
import { checkPhoto, type PhotoType } from '../../visits/photos/photo-service.ts'
import { attachPhoto, insertPhoto } from '../../visits/photos/photo-store.ts'
import { clockOffsetOf, recordContact } from '../devices/contact.ts'
import { accountsOfDevices } from '../devices/device-store.ts'
import { refused, repeatOf, storeOnce, tryAgain } from './apply-once.ts'
import { checkSender, problemOfSender } from './event-service.ts'
import {
  accepted,
  countWaitingPhotos,
  findEvent,
  findEventToChange,
  hashOf,
  insertEvent,
  type EventRow,
  type Outcome,
} from './event-store.ts'
import { timeOf } from './phone-clock.ts'
import { t } from '#domain/messages/t.ts'

interface PhotoRequest extends Omit<QueryOf<typeof sendEventPhoto>, 'waiting'> {
  /** The id of the photo event. */
  event: string
  waiting?: string | undefined
  type: PhotoType
  content: Buffer
}

/** Stores the image of a photo event, under the id of the event, and attaches it to the visit of another event. */
export async function handInPhoto(ctx: Context, request: PhotoRequest): Promise<EventResult> {
  const { type, content, waiting, device, clock, account, at } = request
  const held = Number(waiting)
  const { contact, sender } = checkSender(ctx, {
    device,
    clock,
    ...(waiting !== undefined && Number.isSafeInteger(held) && held >= 0 && { waiting: held }),
  })
  checkPhoto(type, content)
  const parsed = parseEvent({
    id: request.event,
    kind: 'photo',
    version: eventVersion,
    account,
    device,
    at,
    values: { event: request.visit },
  })
  if ('problem' in parsed) return refused(parsed.id, parsed.problem)
  const { event } = parsed
  if (event.kind !== 'photo') return refused(event.id, t('A photo is expected here'))
  const owners = await accountsOfDevices(ctx.store.read, [device.toLowerCase()])
  const foreign = problemOfSender(event, sender, owners)
  if (foreign !== undefined) return refused(event.id, foreign)
  const contentHash = hashOf({ visit: event.values.event.toLowerCase(), image: hash('sha256', content) })
  const stored = await findEvent(ctx.store.read, event.id)
  const time = timeOf(ctx, event, clockOffsetOf(ctx, contact))
  const result = stored
    ? repeatOf(stored, event.account, contentHash)
    : await storeOnce(ctx, event.id, contentHash, () =>
        ctx.store.transaction(async (tx) => {
          const recorded = await findEventToChange(ctx, tx, event.values.event.toLowerCase())
          if (!recorded || recorded.account_id !== account)
            return tryAgain(
              event.id,
              t('The visit of this photo has not arrived yet. The phone sends the photo again'),
            )
          const outcome = await keepPhoto({ ...ctx, requestId: event.id }, tx, recorded, {
            id: event.id,
            accountId: account,
            mediaType: type,
            content,
            createdAt: ctx.now().toISOString(),
          })
          const correctedAt = time.at.toISOString()
          return insertEvent(ctx, tx, { ...event, correctedAt }, contentHash, outcome)
        }),
      )
  void recordContact(ctx, contact)
  return result
}

/** Photos of an account that may wait at once, because they are kept until the office has decided. */
export const maxWaitingPhotos = 100

async function keepPhoto(
  ctx: Context,
  tx: Tx,
  recorded: EventRow,
  photo: Parameters<typeof insertPhoto>[1],
): Promise<Outcome> {
  if (recorded.state === 'waiting') {
    if ((await countWaitingPhotos(tx, recorded.account_id)) >= maxWaitingPhotos)
      throw conflict(
        t(
          '{max, number} photos wait for proposed customers already. Send this one again after the office has decided about some of them',
          { max: maxWaitingPhotos },
        ),
      )
    await insertPhoto(tx, photo)
    return {
      ...accepted,
      state: 'waiting',
      waitsFor: recorded.waits_for,
      message: t('The photo is kept with its visit'),
    }
  }
  const { visit_id: visitId, customer_id: customerId } = recorded
  if (recorded.kind !== 'visit' || visitId === null) return { ...accepted, customerId, message: noVisit() }
  await insertPhoto(tx, photo)
  return addPhoto(ctx, tx, visitId, photo.id)
}

export const noVisit = (): string => t('The visit of this photo was undone or deleted, so it was not kept')

/** Attaches a stored photo to a visit that was recorded before it. */
export async function addPhoto(ctx: Context, tx: Tx, visitId: string, photoId: string): Promise<Outcome> {
  const systemCtx = { ...ctx, actor: system('a phone handed in a photo') }
  const visits = gate(systemCtx, 'update', 'visit', ctx.actor).using(tx)
  const found = await visits.find(visitId)
  await lockCustomer(regardlessOfScope(ctx), tx, found?.Customer_Code)
  const visit = await visits.lock(visitId)
  // A visit that was undone is a plan again.
  if (!visit || visit.Recorded_At === null) return { ...accepted, message: noVisit() }
  if (visit.Photo_ID !== null)
    throw conflict(t('This visit already has a photo. Copy this one out if it is needed'))
  const { id, Visit_ID, version } = await visits.update(visit, { ...visit, Photo_ID: photoId })
  if (!(await attachPhoto(tx, photoId, id))) throw conflict(t('This photo is attached to another visit'))
  return { ...accepted, visit: { id, Visit_ID, version } }
}
