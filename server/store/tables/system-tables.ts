import type { LanguageCode } from '#domain/messages/languages.ts'
import type { DataScope } from '#domain/access/rights.ts'
import type { BatchKind } from '#domain/batches.ts'
import type { ImportStep } from '#domain/imports/import-job.ts'
import { bytes, integer, text, textsOf, type Table } from '../schema/table.ts'
import { appendOnly, nullable, table, withPartialIndex } from './system-table.ts'
import { auditTables } from './audit-tables.ts'
import { documentTable } from './document-table.ts'
import { fieldTables } from './field-tables.ts'
import { planningTables } from './planning-tables.ts'
import { reminderTables } from './reminder-tables.ts'
import { signOnTables } from './sign-on-tables.ts'
import { webhookTables } from './webhook-tables.ts'

/** The tables besides the masters. */
const tables = [
  ...fieldTables,
  ...planningTables,
  ...reminderTables,
  ...signOnTables,
  ...webhookTables,
  ...auditTables,
  documentTable,
  appendOnly(
    withPartialIndex(
      ['batch_id', 'id'],
      table(
        'history',
        ['id'],
        [
          text('id'),
          text('entity'),
          text('record_id'),
          integer('version'),
          text('action', { oneOf: ['create', 'update', 'delete', 'restore'] }),
          text('at'),
          text('actor_id', nullable),
          text('actor_name'),
          text('request_id', nullable),
          text('before_values', nullable),
          text('after_values', nullable),
          text('batch_id', nullable),
          text('address', nullable),
        ],
        // By record, and by entity or account in order of time, because ids are ordered by time.
        [
          ['entity', 'record_id', 'version'],
          ['entity', 'id'],
          ['actor_id', 'id'],
        ],
      ),
    ),
  ),
  // Actions of users that change no record: logging in, exporting, viewing as another user.
  appendOnly(
    table(
      'audit_event',
      ['id'],
      [
        text('id'),
        text('action'),
        text('at'),
        text('actor_id', nullable),
        text('actor_name'),
        text('address', nullable),
        text('request_id', nullable),
        text('entity', nullable),
        text('record_id', nullable),
        text('details', nullable),
      ],
      [['action', 'id']],
    ),
  ),
  // A batch of changes with one undo; the changes are in the history, under its id.
  table(
    'batch',
    ['id'],
    [
      text('id'),
      text('kind', textsOf<BatchKind>()),
      text('entity', nullable),
      text('title'),
      text('actor_id', nullable),
      text('actor_name'),
      text('at'),
      text('state', { oneOf: ['open', 'done', 'undone', 'partly undone'] }),
      text('undoes', nullable),
      text('undone_at', nullable),
      text('undone_by', nullable),
      text('report', nullable),
    ],
    [['entity', 'id']],
  ),
  table(
    'comment',
    ['id'],
    [
      text('id'),
      text('entity'),
      text('record_id'),
      text('body', { maxLength: 4000 }),
      text('account_id', nullable),
      text('by_name'),
      text('at'),
      text('edited_at', nullable),
    ],
    [['entity', 'record_id', 'id']],
  ),
  // An uploaded file; its rows are stored in the database, because another instance may load them.
  table(
    'import_job',
    ['id'],
    [
      text('id'),
      text('entity'),
      text('file_name', { maxLength: 400 }),
      text('file_hash'),
      integer('file_size'),
      text('account_id', nullable),
      text('by_name'),
      text('created_at'),
      text('state', {
        oneOf: ['reading', 'read', 'rehearsing', 'rehearsed', 'running', 'done', 'failed', 'undone'],
      }),
      text('state_at'),
      integer('version'),
      integer('row_count'),
      integer('done_count'),
      text('header'),
      text('settings'),
      text('report', nullable),
      text('batch_id', nullable),
      text('step', { ...nullable, ...textsOf<ImportStep>() }),
    ],
    [['created_at'], ['file_hash']],
  ),
  table(
    'import_part',
    ['job_id', 'part'],
    [text('job_id'), integer('part'), text('cells'), text('results', nullable)],
  ),
  // The remembered meaning of headings and misspelt values.
  table(
    'import_memory',
    ['entity', 'about', 'typed'],
    [text('entity'), text('about'), text('typed'), text('meaning'), text('used_at')],
  ),
  // The last visit that visits wrote to a customer, and the value typed before, which is restored when there are no visits.
  table(
    'last_visit',
    ['customer_id'],
    [
      text('customer_id'),
      text('visited_on', nullable),
      text('visit_id', nullable),
      text('typed_on', nullable),
      text('typed_id', nullable),
    ],
  ),
  table('health_count', ['rule', 'day'], [text('rule'), text('day'), integer('found')]),
  // The findings of the last data quality check: their pages are read from here, however large the tables are.
  table(
    'health_finding',
    ['rule', 'record_id'],
    [text('rule'), text('record_id'), text('entity'), text('other_id', nullable)],
  ),
  table(
    'health_exception',
    ['rule', 'record_id'],
    [text('rule'), text('record_id'), text('reason', { maxLength: 4000 }), text('by_name'), text('at')],
  ),
  // Customers that are probably the same, found by the last search; the most likely ones are first.
  table(
    'duplicate_pair',
    ['one_id', 'other_id'],
    [
      text('one_id'),
      text('other_id'),
      text('reasons'),
      integer('weight'),
      // Whether the pair is likely only by a field that not every account sees.
      integer('needs_hidden'),
    ],
    [['weight', 'one_id', 'other_id']],
  ),
  // Customers that are not the same; by id, so that renaming one of them changes nothing.
  table(
    'distinct_pair',
    ['one_id', 'other_id'],
    [text('one_id'), text('other_id'), text('by_name'), text('at')],
    [['at', 'one_id', 'other_id']],
  ),
  // Codes that records had before they were renamed or merged, in their folded form.
  table(
    'former_code',
    ['entity', 'former_key'],
    [
      text('entity'),
      text('former_key'),
      text('former_id'),
      text('record_id'),
      text('reason', { oneOf: ['renamed', 'merged'] }),
      text('at'),
    ],
    [
      ['entity', 'former_id'],
      ['entity', 'record_id'],
    ],
  ),
  // Open bills as the last file had them, by the id of the customer; amounts in paise. The day of the bill is also stored as a number, to
  // which the days of the payment term are added.
  table(
    'bill',
    ['customer_id', 'bill_key'],
    [
      text('customer_id'),
      text('bill_key'),
      text('bill_number'),
      text('bill_date'),
      integer('bill_day'),
      integer('amount'),
      text('as_of'),
    ],
  ),
  // What the accounts said a customer owed on a day, in paise, also when a later day was known already: the whole balance, or the sum of
  // the bills of a complete file. Promises to pay are judged by these.
  table(
    'book_balance',
    ['customer_id', 'as_of'],
    [text('customer_id'), text('as_of'), integer('total', nullable), integer('bills', nullable)],
  ),
  // Days whose file listed all open bills of the firm.
  table('complete_bill_day', ['as_of'], [text('as_of'), text('at')]),
  // Deleted records are stored here, not in their table: their codes are free again, no query has to exclude them, and
  // restoring one is an insert like any other.
  table(
    'bin',
    ['entity', 'record_id'],
    [
      text('entity'),
      text('record_id'),
      integer('version'),
      text('cells'),
      text('deleted_at'),
      text('deleted_by'),
    ],
    [
      ['entity', 'deleted_at'],
      ['deleted_at', 'record_id'],
    ],
  ),
  // The format of codes is stored with the counter, so that generating a code reads both under one lock.
  table(
    'code_series',
    ['series'],
    [text('series'), integer('last'), text('prefix', nullable), integer('width', nullable)],
  ),
  table(
    'idempotency',
    ['owner', 'key'],
    [text('owner'), text('key'), text('request_hash'), integer('status'), text('body'), text('created_at')],
    [['created_at']],
  ),
  table('setting', ['name'], [text('name'), text('value'), text('changed_at')]),
  table(
    'account',
    ['id'],
    [
      text('id'),
      text('username', { maxLength: 200 }),
      text('email', { maxLength: 200 }),
      text('email_key'),
      text('phone', { notNull: false, maxLength: 32 }),
      text('password_hash'),
      text('status', { oneOf: ['pending', 'active', 'disabled'] }),
      text('role_code', nullable),
      integer('version'),
      text('created_at'),
      text('updated_at'),
      // For an account from open registration: since when its e-mail address is unconfirmed.
      text('unvouched_since', nullable),
      // Null until one is chosen.
      text('language', { ...nullable, ...textsOf<LanguageCode>() }),
      // Since when the location of the person may be stored with visits, and since when no more.
      text('location_allowed_at', nullable),
      text('location_withdrawn_at', nullable),
    ],
    [],
    [['email_key']],
    [{ name: 'account_role_code_fkey', columns: ['role_code'], table: 'role', references: ['role_code'] }],
  ),
  // The rights of a role as set by an administrator; a role without a row has the default rights.
  table(
    'role_right',
    ['role_code'],
    [
      text('role_code'),
      text('rights'),
      text('sees', { ...nullable, ...textsOf<DataScope>() }),
      integer('version'),
      text('changed_at'),
      text('changed_by'),
      // Null while accounts with the role need no second factor.
      text('factor_required_since', nullable),
    ],
  ),
  // The places of an account, if they are not those of its employee: the id of the record, and the code it had.
  table(
    'account_place',
    ['account_id', 'level', 'code'],
    [text('account_id'), text('level', textsOf<DataScope>()), text('code'), text('record_id', nullable)],
  ),
  table(
    'session',
    ['token_hash'],
    [
      text('token_hash'),
      text('id'),
      text('account_id'),
      text('created_at'),
      text('used_at'),
      text('expires_at'),
      integer('idle_seconds'),
      text('address'),
      text('device'),
      // The provider of single sign-on where it was logged in; null: with the password.
      text('provider', nullable),
    ],
    [['account_id']],
    [['id']],
  ),
  // Tokens for programs: stored like sessions, but with their own role and without an account.
  table(
    'api_token',
    ['token_hash'],
    [
      text('token_hash'),
      text('id'),
      text('name', { maxLength: 200 }),
      text('role_code'),
      text('places'),
      text('created_at'),
      text('created_by'),
      text('expires_at'),
      text('used_at', nullable),
      text('used_from', nullable),
      text('revoked_at', nullable),
    ],
    [],
    [['id']],
  ),
  // Attempts of anonymous users: stored, so that several instances count together.
  table('attempt', ['key'], [text('key'), integer('count'), text('last_at')], [['last_at']]),
  table('known_address', ['account_id', 'address'], [text('account_id'), text('address'), text('last_at')]),
  table(
    'one_time_link',
    ['token_hash'],
    [text('token_hash'), text('purpose'), text('expires_at'), text('account_id', nullable)],
    [['account_id']],
  ),
  // Created with its secret, and active once a code was confirmed. The time step of the last accepted code is never accepted again.
  table(
    'second_factor',
    ['account_id'],
    [
      text('account_id'),
      text('secret'),
      text('begun_at'),
      text('confirmed_at', nullable),
      integer('last_step'),
    ],
  ),
  table('recovery_code', ['account_id', 'code_hash'], [text('account_id'), text('code_hash')]),
  // Devices that an account has logged in from; unconfirmed ones are shown to its other sessions.
  table(
    'known_device',
    ['account_id', 'device_key'],
    [
      text('account_id'),
      text('device_key'),
      text('id'),
      text('device'),
      text('address'),
      text('first_at'),
      text('last_at'),
      text('vouched_at', nullable),
    ],
    [['last_at']],
    [['id']],
  ),
  // Photos are stored in the database, so that backups contain them and every instance sees them.
  table(
    'photo',
    ['id'],
    [
      text('id'),
      text('account_id', nullable),
      text('media_type'),
      bytes('content'),
      text('created_at'),
      text('visit_id', nullable),
    ],
    [['created_at'], ['visit_id']],
  ),
  // The URL of a calendar contains its secret, so only hashes of it and of its password are stored; older feeds have no password.
  table(
    'calendar_feed',
    ['token_hash'],
    [text('token_hash'), text('account_id'), text('created_at'), text('password_hash', nullable)],
    [],
    [['account_id'], ['password_hash']],
  ),
  table(
    'saved_view',
    ['id'],
    [
      text('id'),
      text('account_id'),
      text('screen'),
      text('name', { maxLength: 200 }),
      text('name_key'),
      text('query', { maxLength: 4000 }),
      integer('shared', { min: 0, max: 1 }),
      text('created_at'),
    ],
    [['screen', 'shared']],
    [['account_id', 'screen', 'name_key']],
  ),
]

export const systemTables: readonly Table[] = tables

/** The rows of the system tables by the name of the table. */
export type SystemTables = {
  [Each in (typeof tables)[number] as Each['name']]: NonNullable<Each['row']>
}
