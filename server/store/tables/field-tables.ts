import type { EventKind } from '#domain/field/events.ts'
import { integer, text, textsOf } from '../schema/table.ts'
import { nullable, table, withIndexWhereFilled } from './system-table.ts'

/** The tables of the field app. */
export const fieldTables = [
  // The phones of the field app. Its key may only hand in events; how many it held, and how wrong its clock was, at last contact.
  table(
    'field_device',
    ['id'],
    [
      text('id', { exactLength: 36 }),
      text('account_id'),
      text('label', { maxLength: 200 }),
      text('key_hash', nullable),
      text('created_at'),
      text('last_at'),
      text('synced_at', nullable),
      integer('waiting'),
      integer('clock_offset'),
      text('app', { ...nullable, maxLength: 40 }),
      text('revoked_at', nullable),
      text('revoked_by', nullable),
    ],
    [['account_id'], ['last_at']],
    [['key_hash']],
  ),
  // Events handed in by phones. The row is written with what the event changes, so that it is applied once.
  withIndexWhereFilled(
    'marks',
    ['seen_at', 'id'],
    table(
      'field_event',
      ['id'],
      [
        text('id', { exactLength: 36 }),
        text('reference'),
        text('kind', textsOf<EventKind>()),
        text('account_id'),
        text('by_name'),
        text('device_id'),
        // By the phone's clock, and by the server's.
        text('recorded_at'),
        text('received_at'),
        text('customer_id', nullable),
        text('visit_id', nullable),
        text('content_hash'),
        text('content'),
        text('state', { oneOf: ['accepted', 'waiting'] }),
        text('result'),
        text('marks', nullable),
        // Set when the office has looked at the marks.
        text('seen_at', nullable),
        text('seen_by', nullable),
        // The event of the proposal that it waits for.
        text('waits_for', nullable),
      ],
      [['reference'], ['account_id', 'id'], ['visit_id'], ['waits_for']],
    ),
  ),
  // Which customers, cities, people and masters a transaction changed, for the syncs of phones, and its changes of records by their ids in
  // the history, for the change feed and webhooks; `audit`: its other entries of the audit, which are sealed like those; deleted after some weeks.
  table(
    'change_log',
    ['tx', 'subject', 'key'],
    [
      integer('tx'),
      text('subject', { oneOf: ['customer', 'city', 'person', 'master', 'record', 'audit'] }),
      text('key'),
    ],
  ),
  // Proposals of representatives: new customers and corrections, decided by the office.
  table(
    'proposal',
    ['id'],
    [
      text('id', { exactLength: 36 }),
      text('type', { oneOf: ['new customer', 'correction'] }),
      text('account_id'),
      text('by_name'),
      text('recorded_at'),
      text('received_at'),
      text('customer_id', nullable),
      text('proposed_values'),
      text('before_values'),
      text('remarks', { maxLength: 4000 }),
      text('state', { oneOf: ['open', 'approved', 'refused'] }),
      text('note', { ...nullable, maxLength: 4000 }),
      text('decided_at', nullable),
      text('decided_by', nullable),
      text('batch_id', nullable),
    ],
    [['state', 'id'], ['account_id', 'id'], ['customer_id']],
  ),
]
