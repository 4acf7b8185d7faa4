import { numberAt } from '#domain/catalogue/values.ts'
import { foldText } from '#domain/text.ts'
import { dynamic, type Db, type Row, type Tx } from '../store/dialect.ts'
import { findById } from '../accounts/account-store.ts'
import { recordOf } from '../accounts/account-view.ts'
import { readConsent } from '../accounts/consent-store.ts'
import {
  erasedName,
  exactOf,
  formerValues,
  isFullName,
  spellingsOfPhone,
  textsOf,
  type Person,
  type PersonAccount,
} from './person.ts'

/** Finds an account by id, also a deleted one, of which the history and its name as an author are left. */
export async function findAccount(db: Db, id: string): Promise<Person | undefined> {
  const account = await findById(db, id.toLowerCase())
  const former = await formerValues(db, 'account', [id.toLowerCase()])
  const all = [...(account ? [recordOf(account)] : []), ...former]
  if (all.length === 0) return undefined
  const own = id.toLowerCase()
  const names = textsOf(all, ['username'])
  const pseudonym = erasedName(own.slice(-6))
  return {
    entity: 'account',
    id: own,
    code: pseudonym,
    records: [],
    account: { id: own, names, pseudonym },
    marks: {
      // Texts that contain the id are too many, and name no one.
      own: [],
      ids: new Set([own]),
      codes: new Set(),
      codeMembers: [],
      exact: exactOf([
        ...textsOf(all, ['email']),
        ...textsOf(all, ['phone']).flatMap(spellingsOfPhone),
        ...names.filter(isFullName),
      ]),
      common: new Set(names.map(foldText)),
      // `subject` is the name of the account at the provider of single sign-on, in events of the audit.
      members: new Set(['username', 'email', 'phone', 'subject']),
    },
  }
}

/** Columns with the name of an account as an author, and the column with its id; null: only the name is stored. */
const authors: readonly [table: string, name: string, id: string | null][] = [
  ['comment', 'by_name', 'account_id'],
  ['document', 'by_name', 'account_id'],
  ['import_job', 'by_name', 'account_id'],
  ['field_event', 'by_name', 'account_id'],
  ['field_event', 'seen_by', null],
  ['proposal', 'by_name', 'account_id'],
  ['proposal', 'decided_by', null],
  ['batch', 'actor_name', 'actor_id'],
  ['batch', 'undone_by', null],
  ['field_device', 'revoked_by', null],
  ['health_exception', 'by_name', null],
  ['distinct_pair', 'by_name', null],
  ['role_right', 'changed_by', null],
  ['api_token', 'created_by', null],
  ['webhook', 'created_by', null],
]

/** The name of a deleted account is the only trace in some tables, so namesakes get the pseudonym there as well. */
export async function countAuthored(db: Db, { id, names }: PersonAccount): Promise<number> {
  let count = 0
  for (const [table, name, idColumn] of authors) {
    const rows = dynamic(db)
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
    const found = idColumn === null ? rows.where(name, 'in', names) : rows.where(idColumn, '=', id)
    count += numberAt(await found.executeTakeFirstOrThrow(), 'count')
  }
  return count
}

export async function renameAuthor(tx: Tx, { id, names, pseudonym }: PersonAccount): Promise<void> {
  for (const [table, name, idColumn] of authors) {
    const rows = dynamic(tx)
      .updateTable(table)
      .set({ [name]: pseudonym })
    await (idColumn === null ? rows.where(name, 'in', names) : rows.where(idColumn, '=', id)).execute()
  }
}

/** What only the account itself has: it is deleted with it. */
const ownTables = ['notification', 'reminder_setting', 'push_subscription', 'field_device'] as const

export async function deleteOwnRows(tx: Tx, { id }: PersonAccount): Promise<void> {
  for (const table of ownTables) await tx.deleteFrom(table).where('account_id', '=', id).execute()
}

/** Everything about an account for its export. */
export async function readOwnRows(db: Db, { id }: PersonAccount): Promise<Record<string, unknown>> {
  const of = (table: string, columns: readonly string[], column = 'account_id'): Promise<Row[]> =>
    dynamic(db)
      .selectFrom(table)
      .select([...columns])
      .where(column, '=', id)
      .execute()
  const account = await findById(db, id)
  return {
    account: account
      ? { ...recordOf(account), language: account.language, location: await readConsent(db, id) }
      : null,
    places: await of('account_place', ['level', 'code']),
    sessions: await of('session', ['created_at', 'used_at', 'expires_at', 'address', 'device', 'provider']),
    devices: await of('known_device', ['device', 'address', 'first_at', 'last_at', 'vouched_at']),
    addresses: await of('known_address', ['address', 'last_at']),
    phones: await of('field_device', ['id', 'label', 'created_at', 'last_at', 'synced_at', 'revoked_at']),
    pushSubscriptions: await of('push_subscription', ['device', 'created_at']),
    singleSignOn: await of('account_identity', ['issuer', 'subject', 'linked_at']),
    reminders: await of('reminder_setting', ['digest', 'email', 'push', 'quiet_from', 'quiet_to']),
    notifications: await of('notification', ['subject', 'facts', 'created_at', 'read_at']),
    savedViews: await of('saved_view', ['screen', 'name', 'query', 'shared', 'created_at']),
    commentsMade: await of('comment', ['entity', 'record_id', 'body', 'at']),
    proposalsMade: await of('proposal', ['id', 'type', 'customer_id', 'recorded_at', 'remarks', 'state']),
    visitsRecorded: await of('visit', ['id', 'visit_id', 'customer_code', 'visited_on'], 'recorded_by'),
    changesMade: await of(
      'history',
      ['entity', 'record_id', 'version', 'action', 'at', 'address'],
      'actor_id',
    ),
    events: await of(
      'audit_event',
      ['action', 'at', 'address', 'entity', 'record_id', 'details'],
      'actor_id',
    ),
  }
}
