import { integer, text } from '../schema/table.ts'
import { nullable, table } from './system-table.ts'

const delivery = ['none', 'waiting', 'sending', 'sent', 'failed', 'skipped'] as const

/** The tables of reminders. */
export const reminderTables = [
  // What an account chose; without a row the defaults of the firm apply.
  table(
    'reminder_setting',
    ['account_id'],
    [
      text('account_id'),
      integer('digest'),
      integer('email'),
      integer('push'),
      text('quiet_from'),
      text('quiet_to'),
      text('changed_at'),
    ],
  ),
  // Written once for each account and subject. A message is claimed (`sending`) before it is sent, so that no instance sends it twice.
  table(
    'notification',
    ['id'],
    [
      text('id', { exactLength: 36 }),
      text('account_id'),
      text('subject'),
      text('facts'),
      text('created_at'),
      text('read_at', nullable),
      text('mail_state', { oneOf: delivery }),
      integer('mail_tries'),
      text('mail_after'),
      text('push_state', { oneOf: delivery }),
    ],
    [
      ['account_id', 'id'],
      ['account_id', 'read_at'],
      ['mail_state', 'mail_after'],
      ['push_state'],
      ['created_at'],
    ],
    [['account_id', 'subject']],
  ),
  // The plans that were listed to a manager (level 1) and to the manager of that one (level 2), once for each time they were planned for.
  table(
    'escalation',
    ['visit_id', 'planned_at', 'level'],
    [text('visit_id'), text('planned_at'), integer('level'), text('account_id'), text('created_at')],
    [['created_at']],
  ),
  // The browsers that get push messages. A row is deleted when the session that made it is ended, not when it expires.
  table(
    'push_subscription',
    ['id'],
    [
      text('id', { exactLength: 36 }),
      text('account_id'),
      text('session_id'),
      text('endpoint', { maxLength: 1000 }),
      text('p256dh'),
      text('auth'),
      text('device', { maxLength: 200 }),
      text('created_at'),
    ],
    [['account_id', 'session_id']],
    [['endpoint']],
  ),
]
