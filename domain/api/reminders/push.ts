import * as z from 'zod/mini'
import { endpoint, type AnswerOf, type BodyOf } from '../endpoint.ts'
import { dateTime, described, fieldsOf, readWith, requiredText, text } from '../values.ts'
import { t } from '../../messages/t.ts'

const tag = 'Reminders'
const path = '/api/v1/me/push'

const device = z.strictObject({
  id: text,
  device: described(text, 'The browser, as it names itself'),
  current: described(z.boolean(), 'Whether it was added in this session'),
  createdAt: dateTime,
})

/** Base64url of that many bytes. */
const bytes = (name: string, length: number, first?: string) => {
  const isValid = new RegExp(`^${first ?? ''}[\\w-]{${Math.ceil((length * 4) / 3) - (first ?? '').length}}$`)
  return readWith(
    (typed) => (isValid.test(typed) ? typed : undefined),
    () => t('{label} should be a key of a push subscription', { label: name }),
  )
}

export const readPushSettings = endpoint('GET', path, {
  may: ['read', 'ownProfile'],
  tag,
  summary: 'The devices of the own account that get push messages, and the key to subscribe with',
  answer: z.strictObject({
    publicKey: described(text, 'The public key of this server, base64url'),
    devices: z.array(device),
  }),
  answered: 'The devices, the newest first',
})

export const addPushDevice = endpoint('POST', path, {
  may: ['update', 'ownProfile'],
  tag,
  summary: 'Send push messages to this device, until the account logs out there',
  body: fieldsOf('a push subscription', {
    endpoint: described(
      requiredText('endpoint'),
      'The address that the browser gave: https, on the public internet',
    ),
    p256dh: bytes('p256dh', 65, 'B'),
    auth: bytes('auth', 16),
  }),
  answer: device,
  status: 201,
  answered: 'Added, or renewed',
  problems: [422],
})

export const removePushDevice = endpoint('DELETE', `${path}/:id`, {
  may: ['update', 'ownProfile'],
  tag,
  summary: 'Send no push messages to a device of the own account any more',
  answered: 'Removed',
  problems: [404],
})

export type PushSettings = AnswerOf<typeof readPushSettings>
export type PushDevice = AnswerOf<typeof addPushDevice>
export type PushSubscriptionInput = BodyOf<typeof addPushDevice>
