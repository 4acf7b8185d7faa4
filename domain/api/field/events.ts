import * as z from 'zod/mini'
import type { FieldEvent } from '../../field/events.ts'
import { maxEventsPerRequest, type EventState, type MarkKind } from '../../field/events.ts'
import { notAnObject } from '../../problem.ts'
import { endpoint, type AnswerOf, type BodyOf } from '../endpoint.ts'
import { count, dateTime, described, requiredText, text, wholeNumber } from '../values.ts'
import { textOrNull } from '../visits/visit-values.ts'
import { t } from '../../messages/t.ts'

const tag = 'Field app'

/** Who sends: the phone, its clock, and how many events it holds. */
export const contact = {
  device: requiredText('Device'),
  clock: described(requiredText('Clock'), 'The moment of sending, by the clock of the phone'),
  waiting: described(
    z.optional(wholeNumber('Waiting', 0, 1_000_000)),
    'The number of events that the phone holds unsent',
  ),
}

/**
 * Why an awaited event was refused: another user has recorded the visit, has changed the plan, or the id was used for
 * something else.
 */
export type EventConflict = 'recorded' | 'changed' | 'used'

const mark = z.strictObject({ kind: z.custom<MarkKind>(), message: text })

const eventResult = z.strictObject({
  id: text,
  state: described(
    z.custom<EventState>(),
    'accepted and waiting: stored, delete it on the phone; refused: correct it; retry: send it again',
  ),
  message: described(textOrNull, 'Why it was refused, or what became of it'),
  marks: described(z.array(mark), 'Why the office looks at it'),
  visit: described(
    z.nullable(z.strictObject({ id: text, Visit_ID: text, version: count })),
    'The visit that it recorded, planned or changed',
  ),
  errors: described(
    z.optional(z.array(z.strictObject({ field: text, message: text }))),
    'Of a refused event: the values that are not valid',
  ),
  conflict: described(
    z.optional(z.custom<EventConflict>()),
    'Of a refused event: recorded or changed by another user, or the id is used',
  ),
})

const badAwaited = (): string => t('awaited should be a list of the ids of events')

export const sendEvents = endpoint('POST', '/api/v1/field/events', {
  may: ['create', 'visit'],
  acceptsDeviceKey: true,
  tag,
  summary: 'Hand in events recorded on a phone; each is applied once and answered for itself',
  body: z.object(
    {
      ...contact,
      awaited: described(
        z.optional(
          z
            .array(z.string({ error: badAwaited }), { error: badAwaited })
            .check(z.maxLength(maxEventsPerRequest, { error: badAwaited })),
        ),
        'The ids of events whose user waits for the answer: what would be a mark is refused, so that the user decides',
      ),
      events: z.array(z.unknown(), { error: () => t('events should be a list') }).check(
        z.maxLength(maxEventsPerRequest, {
          error: () => t('Send at most {max} events at once', { max: maxEventsPerRequest }),
        }),
      ),
    },
    { error: () => notAnObject(t('A request of the field app')).message },
  ),
  answer: z.strictObject({ now: dateTime, results: z.array(eventResult) }),
  answered: 'One result for each event, in their order',
  problems: [413, 422],
})

/** The body is the image itself, which no schema describes. */
export const sendEventPhoto = endpoint('POST', '/api/v1/field/photos/:event', {
  may: ['create', 'visit'],
  acceptsDeviceKey: true,
  tag,
  summary: 'Hand in the image of a photo event (image/jpeg, image/png or image/webp, at most 1 MB)',
  query: z.object({
    ...contact,
    waiting: z.optional(requiredText('Waiting')),
    visit: described(requiredText('Visit'), 'The id of the event that recorded the visit'),
    account: described(requiredText('Account'), 'The id of the account that took the photo'),
    at: described(requiredText('At'), 'When it was taken, by the clock of the phone'),
  }),
  answer: eventResult,
  answered: 'What became of it; sending it again changes nothing',
  problems: [413, 415, 422],
})

export type EventsRequest = Omit<BodyOf<typeof sendEvents>, 'events'> & { events: readonly FieldEvent[] }
export type EventsAnswer = AnswerOf<typeof sendEvents>
export type EventResult = z.infer<typeof eventResult>
