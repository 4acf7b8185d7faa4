import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { nameRecord } from '#domain/catalogue/entity.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { foldText } from '#domain/text.ts'
import { dynamic, type Db, type Dialect, type Row, type Tx } from '../store/dialect.ts'
import { idsAfter, type AuditTable } from '../store/history/audit-seals.ts'
import type { RewrittenEntry } from '../store/history/erased-entries.ts'
import { escapeLike } from '../store/query/like.ts'
import { findByColumn } from '../store/records/record-sets.ts'
import { systemTables } from '../store/tables/system-tables.ts'
import type { Person } from './person.ts'
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

function cleanCells(row: Row, columns: readonly string[], clean: (text: string) => string): Row {
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

/** The entries of the audit with values of the person: the history of its records, and events that name it. */
export async function findEntries(
  db: Db,
  dialect: Dialect,
  person: Person,
  scrubber: Scrubber,
): Promise<RewrittenEntry[]> {
  const found: RewrittenEntry[] = []
  const add = (table: AuditTable, rows: readonly Row[], columns: readonly string[], isOwn: boolean): void => {
    for (const row of rows) {
      const cells = cleanCells(row, columns, (text) => scrubber.scrub(text, isOwn))
      if (Object.keys(cells).length > 0) found.push({ table, id: textAt(row, 'id'), cells })
    }
  }
  for (const id of person.marks.ids) {
    const rows = await db
      .selectFrom('history')
      .select(['id', 'before_values', 'after_values'])
      .where('record_id', '=', id)
      .where(
        'entity',
        'in',
        person.records.map(({ entity }) => entity),
      )
      .execute()
    add('history', rows, ['before_values', 'after_values'], true)
  }
  const { needles } = scrubber
  for (let after = ''; ;) {
    const ids = await idsAfter(db, 'audit_event', after, entriesAtOnce)
    const last = ids.at(-1)
    if (last === undefined) return found
    const rows = await db
      .selectFrom('audit_event')
      .select(['id', 'record_id', 'details'])
      .where('id', '>', after)
      .where('id', '<=', last)
      .where('details', 'is not', null)
      .where((where) =>
        where.or([
          contains(dialect, 'details', needles),
          where('record_id', 'in', [...person.marks.ids].slice(0, maxIds)),
        ]),
      )
      .execute()
    const [own, others] = [true, false].map((isOwn) =>
      rows.filter(({ record_id }) => person.marks.ids.has(record_id ?? '') === isOwn),
    )
    add('audit_event', own!, ['details'], true)
    add('audit_event', others!, ['details'], false)
    after = last
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
  return others
}
