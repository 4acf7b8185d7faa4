import { isObject, isOneOf } from '../input.ts'
import { t } from '../messages/t.ts'
import {
  eventKinds,
  eventVersion,
  maxEventBytes,
  type EventCustomer,
  type EventKind,
  type FieldEvent,
  type SeenPlan,
} from './events.ts'

type Members = Readonly<Record<string, unknown>>

/** An event, or the sentence that says why it cannot be read. */
export type ParsedEvent = { event: FieldEvent } | { id: string; problem: string }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isUuid = (input: unknown): input is string => typeof input === 'string' && uuid.test(input)

/** Events have ids of version 7, whose random part gives the reference. */
export const isEventId = (input: unknown): input is string => isUuid(input) && input[14] === '7'

/** Milliseconds of a moment with a time zone; undefined if it is none. A wrong clock may be in any year. */
export function parseMoment(input: unknown): number | undefined {
  if (typeof input !== 'string' || input.length > 40 || !/T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(input))
    return undefined
  const milliseconds = Date.parse(input)
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}

/** Reads an event as a phone sent it; values that depend on stored data are checked when it is applied. */
export function parseEvent(input: unknown): ParsedEvent {
  if (!isObject(input)) return { id: '', problem: t('An event should be an object with fields') }
  const id = typeof input['id'] === 'string' ? input['id'].slice(0, 36).toLowerCase() : ''
  const problem = problemIn(input)
  if (!isEvent(input, problem)) return { id, problem: problem ?? '' }
  const { kind, version, account, device, at, customer, seen, values } = input
  const event: object = {
    id,
    kind,
    version,
    account,
    device,
    at,
    customer: customer ?? null,
    seen: seen ?? null,
    values,
  }
  return isEvent(event, problem) ? { event } : { id, problem: '' }
}

/** `problemIn` checks the members one by one. */
const isEvent = (_: object, problem: string | undefined): _ is FieldEvent => problem === undefined

function problemIn(event: Members): string | undefined {
  const { id, kind, version, account, device, at, customer = null, seen = null, values } = event
  if (!isEventId(id)) return t('The id of an event should be a UUID of version 7')
  if (!Number.isSafeInteger(version) || Number(version) < 1)
    return t('The version of an event should be a whole number')
  if (version !== eventVersion)
    return Number(version) > eventVersion
      ? t(
          'This was recorded by a newer version of the app than the server. Send it again after the server was updated',
        )
      : t('This was recorded by a version of the app that is too old. Copy it out and record it again')
  if (!isOneOf(eventKinds, kind))
    return t('The server does not know what “{kind}” is. Copy it out and tell the office', {
      kind: typeof kind === 'string' ? kind.slice(0, 40) : JSON.stringify(kind ?? null).slice(0, 40),
    })
  if (typeof account !== 'string' || !isUuid(device))
    return t('An event should name its account and its phone')
  if (parseMoment(at) === undefined) return t('An event should say when it was recorded')
  if (customer !== null && !isCustomer(customer))
    return t('The customer of an event should be an id, or the event that proposed it')
  if (seen !== null && !isSeenPlan(seen))
    return t('The plan that was shown should be a Visit ID and its version')
  if (!isObject(values) || Object.hasOwn(values, '__proto__'))
    return t('The values of an event should be an object with fields')
  if (sizeOf(event) > maxEventBytes)
    return t('This is too large: at most {size} kB can be sent in one event', { size: maxEventBytes / 1024 })
  return problemsByKind[kind](values, customer)
}

/** In UTF-8, as it was sent. */
const sizeOf = (event: Members): number => new TextEncoder().encode(JSON.stringify(event)).length

const isCustomer = (input: unknown): input is EventCustomer =>
  isObject(input) &&
  (isUuid(input['id'])
    ? input['proposedBy'] === undefined
    : isEventId(input['proposedBy']) && !('id' in input))

/** Text that the database accepts. */
const isVisitId = (input: unknown): boolean =>
  typeof input === 'string' && /^[^\p{Cc}\p{Cs}]{1,64}$/u.test(input)

const isSeenPlan = (input: unknown): input is SeenPlan =>
  isObject(input) && isVisitId(input['Visit_ID']) && Number.isSafeInteger(input['version'])

type ProblemOf = (values: Members, customer: unknown) => string | undefined

const needsCustomer: ProblemOf = (_, customer) =>
  customer === null ? t('An event of this kind should name its customer') : undefined

const namesEvent: ProblemOf = ({ event }) =>
  isEventId(event) ? undefined : t('The event that recorded the visit should be named by its id')

const problemsByKind: Record<EventKind, ProblemOf> = {
  // A visit without a customer is stored as unassigned.
  visit: () => undefined,
  plan: needsCustomer,
  undo: namesEvent,
  photo: namesEvent,
  location: (values, customer) =>
    typeof values['Place'] === 'string' ? needsCustomer(values, customer) : t('Place should be text'),
  comment: (values, customer) =>
    typeof values['body'] === 'string' ? needsCustomer(values, customer) : t('Comment should be text'),
  proposal: problemOfProposal,
}

const maxProposedFields = 60

function problemOfProposal(
  { type, values, before = {}, remarks = '' }: Members,
  customer: unknown,
): string | undefined {
  if (type !== 'new customer' && type !== 'correction')
    return t('A proposal should be of a new customer or a correction')
  if (type === 'correction' && !(isObject(customer) && 'id' in customer))
    return t('A correction should name its customer')
  if (type === 'new customer' && customer !== null)
    return t('A proposal of a new customer should name no customer')
  const isTexts = (each: unknown, orNull: boolean): boolean =>
    isObject(each) &&
    Object.values(each).length <= maxProposedFields &&
    Object.values(each).every((value) => typeof value === 'string' || (orNull && value === null))
  if (!isTexts(values, false) || !isTexts(before, true)) return t('The values of a proposal should be texts')
  if (typeof remarks !== 'string') return t('Remarks should be text')
  // A correction may say in words what is wrong.
  const isDescribed = type === 'correction' && remarks.trim() !== ''
  if (isObject(values) && Object.keys(values).length === 0 && !isDescribed)
    return t('A proposal should have at least one value')
  return undefined
}
