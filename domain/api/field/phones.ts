import * as z from 'zod/mini'
import { endpoint, type AnswerOf } from '../endpoint.ts'
import { count, dateTime, described, itemsOf, text } from '../values.ts'
import { textOrNull } from '../visits/visit-values.ts'

const tag = 'Field app'

/** A phone of the field app, as an administrator sees it. */
export const phone = z.strictObject({
  id: text,
  label: text,
  account: z.nullable(z.strictObject({ id: text, username: text, isDisabled: z.boolean() })),
  createdAt: dateTime,
  lastAt: described(dateTime, 'The last contact'),
  syncedAt: described(z.nullable(dateTime), 'The last sync; null: never'),
  waiting: described(count, 'How many events it held unsent at the last contact'),
  clockOffset: described(
    count,
    'How many milliseconds its clock was behind that of the server; negative: ahead',
  ),
  app: described(textOrNull, 'The version of the app'),
  revokedAt: z.nullable(dateTime),
  revokedBy: textOrNull,
})

export const listPhones = endpoint('GET', '/api/v1/field/devices', {
  may: ['read', 'account'],
  tag,
  summary: 'List the phones of the field app, the longest without a sync first',
  answer: itemsOf(phone),
  answered: 'The phones; at most 2,000',
})

export const revokePhone = endpoint('POST', '/api/v1/field/devices/:id/revoke', {
  may: ['update', 'account'],
  tag,
  summary: 'Revoke a phone: its key ends, and it gets no more data',
  answer: phone,
  answered: 'Revoked; repeating it changes nothing',
  problems: [404],
})

export type Phone = z.infer<typeof phone>
export type PhoneList = AnswerOf<typeof listPhones>
