import { indexOn, integer, text, type Table } from './table.ts'

const nullable = { notNull: false } as const

/** The tables that are not masters: what the product itself needs to keep its promises. */
export const systemTables: readonly Table[] = [
  appendOnly(
    withIndexOfFilled(
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
        // Of one record, and of all of a kind in the order of time: ids are made in it.
        [
          ['entity', 'record_id', 'version'],
          ['entity', 'id'],
        ],
      ),
    ),
  ),
  // What people did that changed no record: logging in, exporting, looking as somebody else.
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
  // What was changed at once and can be taken back at once; what it changed is in the history, under its id.
  table(
    'batch',
    ['id'],
    [
      text('id'),
      text('kind'),
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
  // A file on its way in: its rows are kept with the rest, because another instance may be the one to load them.
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
      text('step', nullable),
    ],
    [['created_at'], ['file_hash']],
  ),
  table(
    'import_part',
    ['job_id', 'part'],
    [text('job_id'), integer('part'), text('cells'), text('results', nullable)],
  ),
  // What a heading or a misspelt value meant the last time.
  table(
    'import_memory',
    ['entity', 'about', 'typed'],
    [text('entity'), text('about'), text('typed'), text('meaning'), text('used_at')],
  ),
  // What the visits last wrote to a customer's last visit, and what had been typed there before: without the visits that
  // stands there again.
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
  // What the last look at the data found: the pages of findings are read from here, however large the tables are.
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
    [
      ['entity', 'deleted_at'],
      ['deleted_at', 'record_id'],
    ],
  ),
  // How its codes look stands beside the number: whoever takes the next one sees both as they are at that moment.
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
      // Of one that came in by open registration: nobody has said yet that the e-mail is that person's.
      text('unvouched_since', nullable),
    ],
    [],
    [['email_key']],
    [{ name: 'account_role_code_fkey', columns: ['role_code'], table: 'role', references: ['role_code'] }],
  ),
  // What an administrator decided about a role; where there is nothing, it may what is usual.
  table(
    'role_right',
    ['role_code'],
    [
      text('role_code'),
      text('rights'),
      text('sees', nullable),
      integer('version'),
      text('changed_at'),
      text('changed_by'),
    ],
  ),
  // The part of the territory an account was given, where that is not the place of its employee: the record itself, under the code it had.
  table(
    'account_place',
    ['account_id', 'level', 'code'],
    [text('account_id'), text('level'), text('code'), text('record_id', nullable)],
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
  // What programs of the firm log in with: kept like a session, but it has a role of its own and stands for nobody.
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
  // Attempts at anything a stranger may try: counted here, so that several instances count together.
  table('attempt', ['key'], [text('key'), integer('count'), text('last_at')], [['last_at']]),
  table('known_address', ['account_id', 'address'], [text('account_id'), text('address'), text('last_at')]),
  table(
    'one_time_link',
    ['token_hash'],
    [text('token_hash'), text('purpose'), text('expires_at'), text('account_id', nullable)],
    [['account_id']],
  ),
  // Begun with its secret, and on from the moment a code was shown. The step of the last code taken is never taken again.
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
  // Where an account has logged in from; what nobody has vouched for yet is told to its other sessions.
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
  // The address of a calendar is its key, so only its hash is kept, as is that of its password; older ones have none.
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

function appendOnly(of: Table): Table {
  return { ...of, appendOnly: true }
}

function withIndexOfFilled(columns: string[], of: Table): Table {
  return { ...of, indexes: [...of.indexes, { ...indexOn(of.name, columns), onlyFilled: true }] }
}
