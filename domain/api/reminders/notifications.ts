import * as z from 'zod/mini'
import { parseTime } from '../../dates/moments.ts'
import { endpoint, type AnswerOf, type BodyOf } from '../endpoint.ts'
import { pageOf } from '../parameters.ts'
import { count, dateTime, described, fieldsOf, flag, parameters, readWith, text } from '../values.ts'
import { afterPage } from '../visits/visit-values.ts'
import { t } from '../../messages/t.ts'

const tag = 'Reminders'
const path = '/api/v1/notifications'

const notification = z.strictObject({
  id: text,
  kind: z.enum(['digest', 'escalation', 'webhook']),
  at: dateTime,
  readAt: z.nullable(dateTime),
  title: described(text, 'In the language of the request'),
  lines: z.array(
    z.strictObject({ text, to: described(z.nullable(text), 'The path of the screen to do it on') }),
  ),
})

export const listNotifications = endpoint('GET', path, {
  may: ['read', 'ownProfile'],
  tag,
  summary: 'The notifications of the own account, the newest first',
  query: parameters({ after: afterPage }),
  answer: z.extend(pageOf(notification), { unread: count }),
  answered: 'A page',
})

export const countUnread = endpoint('GET', `${path}/unread`, {
  may: ['read', 'ownProfile'],
  tag,
  summary: 'How many notifications of the own account are unread',
  answer: z.strictObject({ unread: count }),
  answered: 'The count',
})

export const readNotification = endpoint('POST', `${path}/:id/read`, {
  may: ['update', 'ownProfile'],
  tag,
  summary: 'Mark a notification of the own account as read',
  answer: z.strictObject({ unread: count }),
  answered: 'Marked',
  problems: [404],
})

export const readAllNotifications = endpoint('POST', `${path}/read`, {
  may: ['update', 'ownProfile'],
  tag,
  summary: 'Mark all notifications of the own account as read',
  answer: z.strictObject({ unread: count }),
  answered: 'Marked',
})

const time = (label: string) =>
  readWith(parseTime, () => t('{label} should be a time like 22:00', { label: t(label) }))

const choices = {
  digest: described(flag('Morning digest'), 'A digest in the morning of each working day'),
  email: described(flag('E-mail'), 'Reminders by e-mail as well, if the server sends mail'),
  push: described(flag('Push messages'), 'Reminders as messages of the browser, on devices that allow them'),
  quietFrom: described(time('Quiet from'), 'Nothing is sent from this time'),
  quietTo: described(time('Quiet to'), 'to this one; both the same: no quiet hours'),
}

const settings = z.strictObject({
  digest: choices.digest,
  email: choices.email,
  push: choices.push,
  quietFrom: text,
  quietTo: text,
  isDefault: described(z.boolean(), 'The defaults of the firm'),
  isMailOn: described(z.boolean(), 'Whether the server sends mail'),
  digestAt: described(text, 'When the digest is sent, by the firm’s clock'),
})

export const readReminderSettings = endpoint('GET', '/api/v1/me/reminders', {
  may: ['read', 'ownProfile'],
  tag,
  summary: 'Which reminders the own account gets, and when not',
  answer: settings,
  answered: 'The settings',
})

export const changeReminderSettings = endpoint('PUT', '/api/v1/me/reminders', {
  may: ['update', 'ownProfile'],
  tag,
  summary: 'Choose which reminders the own account gets, and when not',
  body: fieldsOf('the reminders', choices),
  answer: settings,
  answered: 'The settings',
  problems: [422],
})

export type NotificationPage = AnswerOf<typeof listNotifications>
export type NotificationView = NotificationPage['items'][number]
export type ReminderSettings = AnswerOf<typeof readReminderSettings>
export type ReminderChoices = BodyOf<typeof changeReminderSettings>
