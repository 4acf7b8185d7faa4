import { indexOn, integer, text, type Table } from './table.ts'

const nullable = { notNull: false } as const

/** The tables that are not masters: what the product itself needs to keep its promises. */
export const systemTables: readonly Table[] = [
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
    ],
    // Of one record, and of all of a kind in the order of time: ids are made in it.
    [
      ['entity', 'record_id', 'version'],
      ['entity', 'id'],
    ],
  ),
  // Deleted records live here, not among the living: their codes are free again, no query has to leave them out, and
  // putting one back is an insert like any other.
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
    [['entity', 'deleted_at']],
  ),
  table('code_series', ['series'], [text('series'), integer('last')]),
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
    ],
    [],
    [['email_key']],
    [{ name: 'account_role_code_fkey', columns: ['role_code'], table: 'role', references: ['role_code'] }],
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
    ],
    [['account_id']],
    [['id']],
  ),
  // Attempts at anything a stranger may try: counted here, so that several instances count together.
  table('attempt', ['key'], [text('key'), integer('count'), text('last_at'), text('next_at')], [['last_at']]),
  table('known_address', ['account_id', 'address'], [text('account_id'), text('address'), text('last_at')]),
  table(
    'one_time_link',
    ['token_hash'],
    [text('token_hash'), text('purpose'), text('expires_at'), text('account_id', nullable)],
    [['account_id']],
  ),
  // Pictures are kept with the rest: one backup holds them, and every instance sees them.
  table(
    'photo',
    ['id'],
    [
      text('id'),
      text('account_id', nullable),
      text('media_type'),
      { name: 'content', type: 'bytes', notNull: true },
      text('created_at'),
      text('visit_id', nullable),
    ],
    [['created_at'], ['visit_id']],
  ),
  // The address of a calendar is its key, so only its hash is kept.
  table(
    'calendar_feed',
    ['token_hash'],
    [text('token_hash'), text('account_id'), text('created_at')],
    [],
    [['account_id']],
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

function table(
  name: string,
  primaryKey: string[],
  columns: Table['columns'],
  indexes: string[][] = [],
  unique: string[][] = [],
  foreignKeys: Table['foreignKeys'] = [],
): Table {
  return {
    name,
    columns,
    primaryKey,
    indexes: [
      ...unique.map((each) => indexOn(name, each, true)),
      ...indexes.map((each) => indexOn(name, each)),
    ],
    foreignKeys,
    search: false,
  }
}
