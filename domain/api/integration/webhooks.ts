import * as z from 'zod/mini'
import { limits } from '../../catalogue/kinds/text.ts'
import { readText } from '../../catalogue/reading/read-text.ts'
import { isEventPattern } from '../../webhooks/events.ts'
import { deliveryProblems, deliveryStates, disabledReasons, webhookStates } from '../../webhooks/states.ts'
import { endpoint, type AnswerOf, type BodyOf } from '../endpoint.ts'
import { pageOf } from '../parameters.ts'
import { count, dateTime, described, fieldsOf, itemsOf, parameters, readBy, text } from '../values.ts'
import { afterPage } from '../visits/visit-values.ts'
import { t } from '../../messages/t.ts'

const tag = 'Integration'
const path = '/api/v1/webhooks'

const webhook = z.strictObject({
  id: text,
  name: text,
  url: text,
  events: described(z.array(text), '`*`, `customer.*` or `customer.updated`'),
  state: described(
    z.enum(webhookStates),
    'Only active ones are sent to. Changes made meanwhile are sent when it is resumed, up to 60 days',
  ),
  because: described(
    z.nullable(z.enum(disabledReasons)),
    'Why it was disabled: the target answered 410, or refused everything for three days',
  ),
  version: count,
  createdAt: dateTime,
  createdBy: text,
  waiting: described(count, 'Deliveries that are not yet accepted'),
  deliveredAt: described(z.nullable(dateTime), 'When the target last accepted one'),
  failingSince: z.nullable(dateTime),
  triedAgainAt: described(z.nullable(dateTime), 'When a target that fails is tried again'),
  skippedAt: described(
    z.nullable(dateTime),
    'When changes before that moment were left out, because they were older than the change log or the database was restored',
  ),
  formerSecretUntil: described(
    z.nullable(dateTime),
    'Until when messages are signed with the former secret too',
  ),
})

const delivery = z.strictObject({
  id: described(text, 'The `webhook-id` of the message, the same with every attempt'),
  event: text,
  at: dateTime,
  state: z.enum(deliveryStates),
  attempts: count,
  triedAt: z.nullable(dateTime),
  nextAt: described(z.nullable(dateTime), 'When it is tried again'),
  status: described(z.nullable(count), 'The HTTP status of the last answer'),
  problem: z.nullable(z.enum(deliveryProblems)),
  detail: described(z.nullable(text), 'Of the problem: an error, or where a redirect leads'),
  answer: described(z.nullable(text), 'The beginning of the last answer'),
  milliseconds: z.nullable(count),
  body: described(text, 'What was sent'),
})

const name = readBy((input) => {
  const reading = readText('Name', limits.name, input)
  return 'value' in reading && reading.value === ''
    ? { problem: t('{label} is required', { label: t('Name') }) }
    : reading
}).check(z.meta({ type: 'string', maxLength: limits.name }))

const maxEvents = 200
const wrongEvents = (): string =>
  t('Events should be a list such as *, customer.* or collection.recorded, with at least one')
const wrongUrl = (): string => t('URL should be an address that begins with https://')

const fields = {
  name: described(name, 'What it is for, shown in the list and in the audit'),
  url: described(
    z.string({ error: wrongUrl }).check(z.trim(), z.minLength(1, { error: wrongUrl })),
    'https; http only to the private networks of WEBHOOK_PRIVATE_ADDRESSES',
  ),
  events: described(
    z
      .array(z.string({ error: wrongEvents }).check(z.refine(isEventPattern, { error: wrongEvents })), {
        error: wrongEvents,
      })
      .check(z.minLength(1, { error: wrongEvents }), z.maxLength(maxEvents, { error: wrongEvents })),
    'Which events are sent: `*`, `customer.*` or `customer.updated`',
  ),
}

export const listWebhooks = endpoint('GET', path, {
  may: ['read', 'webhook'],
  tag,
  summary: 'List the webhooks',
  answer: itemsOf(webhook),
  answered: 'The webhooks',
})

export const createWebhook = endpoint('POST', path, {
  may: ['create', 'webhook'],
  tag,
  summary: 'Add a webhook, which gets the changes from now on; its secret is returned once',
  body: fieldsOf('a webhook', fields),
  answer: z.extend(webhook, { secret: text }),
  status: 201,
  answered: 'Added; `secret` is not returned again',
  problems: [409, 422],
})

export const changeWebhook = endpoint('PUT', `${path}/:id`, {
  may: ['update', 'webhook'],
  tag,
  summary: 'Change a webhook',
  body: fieldsOf('a webhook', {
    ...fields,
    version: described(
      z.number({ error: () => t('version is required: send the version that was changed') }),
      'The version that was changed',
    ),
  }),
  answer: webhook,
  answered: 'Changed',
  problems: [404, 409, 422],
})

export const pauseWebhook = endpoint('POST', `${path}/:id/pause`, {
  may: ['update', 'webhook'],
  tag,
  summary: 'Send nothing until it is resumed; changes are kept',
  answer: webhook,
  answered: 'Paused',
  problems: [404],
})

export const resumeWebhook = endpoint('POST', `${path}/:id/resume`, {
  may: ['update', 'webhook'],
  tag,
  summary: 'Send again, beginning with the changes made meanwhile',
  answer: webhook,
  answered: 'Active',
  problems: [404],
})

export const deleteWebhook = endpoint('DELETE', `${path}/:id`, {
  may: ['delete', 'webhook'],
  tag,
  summary: 'Delete a webhook and the log of its deliveries',
  answered: 'Deleted',
  problems: [404],
})

export const rotateSecret = endpoint('POST', `${path}/:id/secret`, {
  may: ['update', 'webhook'],
  tag,
  summary: 'Make a new secret; for 24 hours messages are signed with the former one too',
  answer: z.extend(webhook, { secret: text }),
  answered: 'Changed; `secret` is not returned again',
  problems: [404],
})

export const testWebhook = endpoint('POST', `${path}/:id/test`, {
  may: ['update', 'webhook'],
  tag,
  summary: 'Send a test event to an active webhook',
  answer: delivery,
  status: 201,
  answered: 'It is sent within seconds',
  problems: [404, 409],
})

export const listDeliveries = endpoint('GET', `${path}/:id/deliveries`, {
  may: ['read', 'webhook'],
  tag,
  summary: 'The deliveries of a webhook, the newest first; kept for 30 days',
  query: parameters({ after: afterPage }),
  answer: pageOf(delivery),
  answered: 'A page',
  problems: [404],
})

export const resendDelivery = endpoint('POST', `${path}/:id/deliveries/:delivery/resend`, {
  may: ['update', 'webhook'],
  tag,
  summary: 'Send a delivery again, with the same webhook-id',
  answer: delivery,
  answered: 'It is sent within seconds',
  problems: [404, 409],
})

export type Webhook = z.infer<typeof webhook>
export type NewWebhook = AnswerOf<typeof createWebhook>
export type Delivery = z.infer<typeof delivery>
export type DeliveryPage = AnswerOf<typeof listDeliveries>
export type WebhookRequest = BodyOf<typeof createWebhook>
export type WebhookChange = BodyOf<typeof changeWebhook>
