import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { nameRecord } from '#domain/catalogue/entity.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { textAt, textOrNull } from '#domain/catalogue/values.ts'
import { foldText } from '#domain/text.ts'
import { dynamic, type Db, type Dialect, type Row, type Tx } from '../store/dialect.ts'
import { idsAfter, type AuditTable } from '../store/history/audit-seals.ts'
import type { RewrittenEntry } from '../store/history/erased-entries.ts'
import { escapeLike } from '../store/query/like.ts'
import { findByColumn } from '../store/records/record-sets.ts'
import { systemTables } from '../store/tables/system-tables.ts'
import type { Person, PersonAccount } from './person.ts'
import type { Scrubber } from './scrub.ts'

/** Tables of what was sent, received or done, whose texts may contain values of a person. */
const logTables = new Set(
  [
    'comment import_job import_part import_memory health_exception batch idempotency saved_view notification',
    'plan_run field_event proposal webhook_delivery document',
  ].flatMap((names) => names.split(' ')),
)

/** A row of such a table with the cells that change. */
export interface ScrubbedRow {
  table: string
  key: Row
  cells: Row
}

const contains = (dialect: Dialect, column: string, needles: readonly string[]): RawBuilder<SqlBool> => {
  const folded = dialect.folded(sql.ref(column))
  const tests = needles.map((needle) => sql`${folded} like ${`%${escapeLike(needle)}%`} escape '\\'`)
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`
}

/** Rows of these tables that contain values of the person. */
export async function findLogRows(
  db: Db,
  dialect: Dialect,
  person: Person,
  scrubber: Scrubber,
): Promise<ScrubbedRow[]> {
  const { needles } = scrubber
  const found: ScrubbedRow[] = []
  for (const table of systemTables.filter(({ name }) => logTables.has(name))) {
    const texts = table.columns.filter(({ type }) => type === 'text').map(({ name }) => name)
    const scrubbed = texts.filter(
      (name) => !table.primaryKey.includes(name) || table.name === 'import_memory',
    )
    const rows = await dynamic(db)
      .selectFrom(table.name)
      .select([...new Set([...table.primaryKey, ...texts])])
      .where((where) => where.or(texts.map((name) => contains(dialect, name, needles))))
      .execute()
    for (const row of rows) {
      const isOwn = [row['customer_id'], row['visit_id'], row['record_id']].some((id) =>
        person.marks.ids.has(String(id)),
      )
      const cells = cleanCells(row, scrubbed, (text) => scrubber.scrub(text, isOwn))
      const key = Object.fromEntries(table.primaryKey.map((name) => [name, row[name] ?? null]))
      if (Object.keys(cells).length > 0) found.push({ table: table.name, key, cells })
    }
  }
  return found
}

/** The cells of these columns that change. */
export function cleanCells(row: Row, columns: readonly string[], clean: (text: string) => string): Row {
  const cells: Row = {}
  for (const column of columns) {
    const text = row[column]
    if (typeof text !== 'string') continue
    const without = clean(text)
    if (without !== text) cells[column] = without
  }
  return cells
}

export async function writeLogRows(tx: Tx, rows: readonly ScrubbedRow[]): Promise<void> {
  for (const { table, key, cells } of rows) {
    const is = Object.entries(key)
    // What a file called a value is deleted with it: its key is the value.
    if (table === 'import_memory') {
      let query = dynamic(tx).deleteFrom(table)
      for (const [name, cell] of is) query = query.where(name, '=', cell)
      await query.execute()
      continue
    }
    let query = dynamic(tx).updateTable(table).set(cells)
    for (const [name, cell] of is) query = query.where(name, '=', cell)
    await query.execute()
  }
}

const entriesAtOnce = 5000

/** The entries of the audit with values of the person: the history of its records, events that name it, and what its account did. */
export async function findEntries(
  db: Db,
  dialect: Dialect,
  person: Person,
  scrubber: Scrubber,
): Promise<RewrittenEntry[]> {
  const { marks, account } = person
  const found = new Map<string, RewrittenEntry>()
  const add = (table: AuditTable, rows: readonly Row[], columns: readonly string[]): void => {
    for (const row of rows) {
      const isOwn = marks.ids.has(textOrNull(row, 'record_id') ?? '')
      const cells = {
        ...cleanCells(row, columns, (text) => scrubber.scrub(text, isOwn)),
        ...(account && authorCells(row, account)),
      }
      const id = textAt(row, 'id')
      if (Object.keys(cells).length > 0) found.set(id, { table, id, cells })
    }
  }
  const entities = [...person.records.map(({ entity }) => entity), person.entity]
  for (const id of marks.ids) {
    const rows = await db
      .selectFrom('history')
      .select(['id', 'record_id', 'actor_id', 'actor_name', 'address', 'before_values', 'after_values'])
      .where('record_id', '=', id)
      .where('entity', 'in', entities)
      .execute()
    add('history', rows, ['before_values', 'after_values'])
  }
  if (account) {
    const rows = await db
      .selectFrom('history')
      .select(['id', 'record_id', 'actor_id', 'actor_name', 'address'])
      .where('actor_id', '=', account.id)
      .execute()
    add(
      'history',
      rows.filter(({ id }) => !found.has(id)),
      [],
    )
  }
  const { needles } = scrubber
  const ids = [...marks.ids].slice(0, maxIds)
  for (let after = ''; ;) {
    const last = (await idsAfter(db, 'audit_event', after, entriesAtOnce)).at(-1)
    if (last === undefined) return [...found.values()]
    const rows = await db
      .selectFrom('audit_event')
      .select(['id', 'record_id', 'actor_id', 'actor_name', 'address', 'details'])
      .where('id', '>', after)
      .where('id', '<=', last)
      .where((where) =>
        where.or([
          where.and([
            where('details', 'is not', null),
            where.or([contains(dialect, 'details', needles), where('record_id', 'in', ids)]),
          ]),
          ...(account ? [where('actor_id', '=', account.id)] : []),
        ]),
      )
      .execute()
    add('audit_event', rows, ['details'])
    after = last
  }
}

/** An entry of the account keeps its id, and gets the pseudonym. */
function authorCells(row: Row, { id, pseudonym }: PersonAccount): Row {
  if (row['actor_id'] !== id) return {}
  return {
    ...(row['actor_name'] !== pseudonym && { actor_name: pseudonym }),
    ...(row['address'] !== null && { address: null }),
  }
}

const maxIds = 5000

/** Another record with the same phone, e-mail, number or name. */
export interface OtherRecord {
  entity: string
  id: string
  name: string
}

const maxOthers = 20

/** Records of others with the same values: those are theirs. */
export async function findOthers(db: Db, { marks }: Person): Promise<OtherRecord[]> {
  const others: OtherRecord[] = []
  for (const entity of marks.exact.length > 0 ? catalogue : []) {
    const table = tableOf(entity)
    const tests = marks.exact.map(
      (value) => sql<SqlBool>`search_text like ${`%${escapeLike(foldText(value))}%`} escape '\\'`,
    )
    const rows = await dynamic(db)
      .selectFrom(table)
      .select('id')
      .where((where) => where.or(tests))
      .limit(maxOthers + marks.ids.size)
      .execute()
    const ids = rows.map(({ id }) => String(id)).filter((id) => !marks.ids.has(id))
    const records = await findByColumn(db, entity, 'id', ids.slice(0, maxOthers))
    others.push(
      ...records.map((record) => ({ entity: entity.name, id: record.id, name: nameRecord(entity, record) })),
    )
  }
  return [...others, ...(await findAccounts(db, marks))]
}

/** Accounts with the same values; their name is as the list of accounts searches for it. */
async function findAccounts(db: Db, { exact, ids }: Person['marks']): Promise<OtherRecord[]> {
  if (exact.length === 0) return []
  const values = exact.map(foldText)
  const rows = await db
    .selectFrom('account')
    .select(['id', 'username', 'email', 'phone'])
    .where((where) =>
      where.or([
        where('email_key', 'in', values),
        where('username', 'in', [...exact]),
        where('phone', 'in', [...exact]),
      ]),
    )
    .limit(maxOthers)
    .execute()
  return rows
    .filter(({ id }) => !ids.has(id))
    .map(({ id, username, email }) => ({ entity: 'account', id, name: `${username} (${email})` }))
}
