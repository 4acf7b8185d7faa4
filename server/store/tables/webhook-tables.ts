import { deliveryProblems, deliveryStates, disabledReasons, webhookStates } from '#domain/webhooks/states.ts'
import { integer, text } from '../schema/table.ts'
import { nullable, table } from './system-table.ts'

/** The tables of webhooks. */
export const webhookTables = [
  table(
    'webhook',
    ['id'],
    [
      text('id', { exactLength: 36 }),
      text('name', { maxLength: 200 }),
      text('url', { maxLength: 2000 }),
      text('events'),
      text('state', { oneOf: webhookStates }),
      text('because', { ...nullable, oneOf: disabledReasons }),
      integer('version'),
      text('created_at'),
      text('created_by'),
      text('secret'),
      text('former_secret', nullable),
      text('former_until', nullable),
      // Up to where the changes were read into deliveries, with which it is written.
      text('cursor'),
      text('cursor_at'),
      text('skipped_at', nullable),
      // The instance that sends, until it renews the claim or the moment passes.
      text('claim', nullable),
      text('claimed_until', nullable),
      integer('failures'),
      text('failing_since', nullable),
      text('held_until', nullable),
      text('delivered_at', nullable),
    ],
  ),
  // The outbox: a row is written once for each event and webhook, and sent until the target accepts it.
  table(
    'webhook_delivery',
    ['id'],
    [
      text('id', { exactLength: 36 }),
      text('webhook_id'),
      text('event'),
      text('body'),
      text('created_at'),
      text('state', { oneOf: deliveryStates }),
      integer('attempts'),
      text('next_at'),
      text('tried_at', nullable),
      integer('status', nullable),
      text('problem', { ...nullable, oneOf: deliveryProblems }),
      text('detail', nullable),
      text('answer', nullable),
      integer('milliseconds', nullable),
    ],
    [['webhook_id', 'id'], ['webhook_id', 'state', 'next_at', 'id'], ['created_at']],
  ),
]
