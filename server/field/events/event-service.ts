import type { EventResult, EventsAnswer, sendEvents } from '#domain/api/field/events.ts'
import type { BodyOf } from '#domain/api/endpoint.ts'
import type { FieldEvent } from '#domain/field/events.ts'
import { isUuid, parseEvent, parseMoment, type ParsedEvent } from '#domain/field/parse-event.ts'
import { forbidden, invalid } from '#domain/problem.ts'
import type { Context } from '../../core/context.ts'
import { requireRight } from '../../core/gate.ts'
import { clockOffsetOf, recordContact, type Contact } from '../devices/contact.ts'
import { accountsOfDevices } from '../devices/device-store.ts'
import { applyOnce, refused, repeatOf, tryAgain } from './apply-once.ts'
import { findEvents, hashOf, type EventRow } from './event-store.ts'
import { timeOf } from './phone-clock.ts'
import { t } from '#domain/messages/t.ts'

/** Milliseconds for the events of one request; the phone sends the rest again. */
const timeLimit = 8000

/** Applies the events of a phone one after the other, each for itself. */
export async function handIn(ctx: Context, body: BodyOf<typeof sendEvents>): Promise<EventsAnswer> {
  const { contact, sender } = checkSender(ctx, body)
  const parsed = body.events.map(parseEvent)
  const events = parsed.flatMap((each) => ('event' in each ? [each.event] : []))
  const offset = clockOffsetOf(ctx, contact)
  const known = await findEvents(
    ctx.store.read,
    events.map(({ id }) => id),
  )
  const isNew = events.some(({ id }) => !known.has(id))
  const devices = isNew ? [...new Set(events.map(({ device }) => device.toLowerCase()))] : []
  const owners = await accountsOfDevices(ctx.store.read, devices)
  const start = performance.now()
  const delayed = new Set<string>()
  const awaited = new Set(body.awaited?.map((id) => id.toLowerCase()))
  const results: EventResult[] = []
  for (const each of parsed) {
    const result = await answer(ctx, each, {
      sender,
      offset,
      known,
      owners,
      delayed,
      awaited,
      isLate: () => performance.now() - start > timeLimit,
    })
    if (result.state === 'retry' && 'event' in each)
      for (const name of orderedBy(each.event)) delayed.add(name)
    results.push(result)
  }
  // A form in the office is not a phone, whose last contact the administrator sees.
  if (awaited.size === 0 || events.some(({ id }) => !awaited.has(id))) void recordContact(ctx, contact)
  return { now: ctx.now().toISOString(), results }
}

/** Who sends, and from which phone. */
export interface Sender {
  account: string
  /** The phone whose key was sent; undefined after a log-in. */
  deviceId: string | undefined
}

/** Checks who sends. The clock of the phone may be wrong, but not unreadable. */
export function checkSender(
  ctx: Context,
  given: { device: string; clock: string; waiting?: number | undefined },
): { contact: Contact; sender: Sender } {
  requireRight(ctx, 'create', 'visit')
  const { actor } = ctx
  if (actor.kind !== 'account') throw forbidden(t('Only an account can hand in what was recorded on a phone'))
  const clock = parseMoment(given.clock)
  if (clock === undefined)
    throw invalid([{ field: 'clock', message: t('Clock should be a moment like 2026-12-31T09:30:00Z') }])
  if (!isUuid(given.device)) throw invalid([{ field: 'device', message: t('Device should be a UUID') }])
  if (actor.deviceId !== undefined && given.device.toLowerCase() !== actor.deviceId)
    throw forbidden(t('This key belongs to another phone'))
  const { device, waiting } = given
  return {
    contact: { device, clock, ...(waiting !== undefined && { waiting }) },
    sender: { account: actor.id, deviceId: actor.deviceId },
  }
}

interface Batch {
  sender: Sender
  offset: number
  /** Events that were stored before, and the accounts of registered phones. */
  known: ReadonlyMap<string, EventRow>
  owners: ReadonlyMap<string, string>
  /** What the events that have to be sent again are about. */
  delayed: ReadonlySet<string>
  /** Those whose user waits for the answer. */
  awaited: ReadonlySet<string>
  isLate: () => boolean
}

async function answer(ctx: Context, parsed: ParsedEvent, batch: Batch): Promise<EventResult> {
  if ('problem' in parsed) return refused(parsed.id, parsed.problem)
  const { event } = parsed
  const foreign = problemOfSender(event, batch.sender, batch.owners)
  if (foreign !== undefined) return refused(event.id, foreign)
  const stored = batch.known.get(event.id)
  if (stored) return repeatOf(stored, event.account, hashOf(event))
  if (batch.isLate()) return tryAgain(event.id, t('The server is busy. The phone sends this again'))
  if (orderedBy(event).some((name) => batch.delayed.has(name)))
    return tryAgain(event.id, t('This waits for an earlier event, which the phone sends again'))
  return applyOnce(ctx, event, timeOf(ctx, event, batch.offset), batch.awaited.has(event.id))
}

/** Why the sender may not hand in this event. */
export function problemOfSender(
  { account, device }: Pick<FieldEvent, 'account' | 'device'>,
  sender: Sender,
  owners: ReadonlyMap<string, string>,
): string | undefined {
  if (account !== sender.account) return t('Another user recorded this. It is sent after they log in')
  if (sender.deviceId !== undefined && device.toLowerCase() !== sender.deviceId)
    return t('This was recorded on another phone. Log in to send it')
  const owner = owners.get(device.toLowerCase())
  return owner === undefined || owner === sender.account
    ? undefined
    : t('This was recorded on a phone that is registered for another account')
}

/** Events with a name in common are applied in their order: those of a customer, and those that name another event. */
function orderedBy(event: FieldEvent): string[] {
  const { id, customer, values } = event
  const of = customer === null ? [] : ['id' in customer ? customer.id : customer.proposedBy]
  const named = 'event' in values && typeof values.event === 'string' ? [values.event] : []
  return [id, ...of, ...named].map((name) => name.toLowerCase())
}
