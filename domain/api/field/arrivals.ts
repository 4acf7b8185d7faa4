import * as z from 'zod/mini'
import { eventKinds, markKinds } from '../../field/events.ts'
import { endpoint, type AnswerOf, type QueryOf } from '../endpoint.ts'
import { afterParameter, flagParameter, limitParameter, pageOf, textParameter } from '../parameters.ts'
import { count, dateTime, described, fieldsOf, flag, oneOf, parameters, text } from '../values.ts'
import { textOrNull } from '../visits/visit-values.ts'

const tag = 'Field app'

/** An event that arrived with a mark. */
const arrival = z.strictObject({
  id: text,
  reference: described(text, 'The reference that the phone shows'),
  kind: z.enum(eventKinds),
  by: text,
  account: described(text, 'The id of the account that recorded it'),
  recordedAt: described(dateTime, 'By the clock of the phone'),
  receivedAt: described(dateTime, 'By the clock of the server'),
  marks: z.array(z.strictObject({ kind: z.enum(markKinds), message: text })),
  visit: z.nullable(
    z.strictObject({
      id: text,
      Visit_ID: text,
      version: count,
      Status: text,
      Visited_On: textOrNull,
      Planned_At: textOrNull,
    }),
  ),
  customer: z.nullable(z.strictObject({ id: text, code: text, name: text })),
  seenAt: z.nullable(dateTime),
  seenBy: textOrNull,
})

export const listArrivals = endpoint('GET', '/api/v1/field/arrivals', {
  may: ['read', 'visit'],
  tag,
  summary: 'List events that arrived with a mark, the newest first',
  query: parameters({
    mark: described(z.optional(oneOf('mark', markKinds)), 'Only with this mark'),
    by: described(z.optional(textParameter('by')), 'Only of this account, by id'),
    seen: described(
      z.optional(flagParameter('seen')),
      'true: only those that were looked at; false: only the others',
    ),
    limit: limitParameter(),
    after: afterParameter(),
  }),
  answer: z.extend(pageOf(arrival), {
    unseen: described(count, 'How many in scope are not marked as seen, whatever the filter'),
    people: described(
      z.array(z.strictObject({ id: text, name: text })),
      'The accounts of marked events in scope, to filter by',
    ),
  }),
  answered: 'A page',
  problems: [422],
})

export const markArrivalSeen = endpoint('POST', '/api/v1/field/arrivals/:id/seen', {
  may: ['update', 'visit'],
  tag,
  summary: 'Note that the office has looked at a marked event, or undo that',
  body: fieldsOf('a note', {
    seen: described(z._default(flag('seen'), true), 'false: not seen yet'),
  }),
  answer: arrival,
  answered: 'Saved; repeating it changes nothing',
  problems: [404, 422],
})

export type Arrival = z.infer<typeof arrival>
export type ArrivalPage = AnswerOf<typeof listArrivals>
export type ArrivalQuery = QueryOf<typeof listArrivals>
