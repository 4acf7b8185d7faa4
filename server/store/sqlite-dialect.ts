import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import { columnName } from '#domain/catalogue/column-name.ts'
import { metaNames, type Entity } from '#domain/catalogue/entity.ts'
import type { Field } from '#domain/catalogue/field.ts'
import {
  addedColumns,
  changedIndexes,
  checkOf,
  columnSql,
  createIndexSql,
  createTableSql,
  literal,
  quote,
  type DdlWords,
} from './ddl.ts'
import {
  manyMatches,
  type Condition,
  type Db,
  type Dialect,
  type Fill,
  type FoundTable,
  type StoreFailure,
} from './dialect.ts'
import { countCharacters } from '#domain/text.ts'
import { holdsAnyGroup, holdsPart } from './like.ts'
import { runPrepared } from './prepared.ts'
import { indexOn, type Table } from './table.ts'
import { bySample, learnAllSizes } from './table-sizes.ts'

const columnType: Dialect['columnType'] = (type) => (type === 'bytes' ? 'blob' : type)

// A stable integer of our own: the search index points at it, and a bare rowid may change when the file is compacted.
const words: DdlWords = {
  columnType,
  extraColumns: ['"rid" integer primary key'],
  primaryKey: (columns) => `unique (${columns.map(quote).join(', ')})`,
  foreignKeySuffix: '',
  dayNumber: (column) => `unixepoch(${column}) / 86400`,
  computedIs: 'virtual', // the only sort that can be added to a table that is there
}

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  columnType,
  createTable: (table) => [
    createTableSql(words, table),
    ...table.indexes.map((index) => createIndexSql(table.name, index)),
    ...(table.search ? createSearch(table) : []),
    ...(table.appendOnly ? refuseChanges(table) : []),
  ],
  dropTable: (table) => [
    ...(table.search ? [`drop table ${quote(`${table.name}_search`)}`] : []),
    `drop table ${quote(table.name)}`,
  ],
  alterTable: (before, after, fill) =>
    canAddInPlace(before, after) ? addInPlace(before, after) : rebuild(before, after, fill),
  explain,
  inspect,
  // The file belongs to one process, which holds the lock for as long as it lives.
  withMigrationLock: (_db, work) => work(),
  aroundMigration: async (db, work) => {
    // With foreign keys on, dropping the old table of a rebuild would silently empty its children.
    await sql`pragma foreign_keys = off`.execute(db)
    try {
      await work()
    } finally {
      await sql`pragma foreign_keys = on`.execute(db)
    }
    const { rows } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db)
    if (rows.length > 0) throw new Error(`References are broken in ${rows[0]!.table} after a migration`)
  },
  migrationPrelude: [],
  afterMigration: [bySample, learnAllSizes],
  referencesAtEnd: 'pragma defer_foreign_keys = on',
  referencesAtOnce: 'pragma defer_foreign_keys = off',
  aboutRows: async (db, table) => {
    const { rows } = await sql<{
      rows: number | null
    }>`select max(rid) as rows from ${sql.table(table)}`.execute(db)
    return rows[0]!.rows ?? 0
  },
  shareLock: '',
  updateLock: '',
  folded: (column) => sql`fold_text(${column})`,
  valueIn: (column, name) => sql`json_extract(${sql.ref(column)}, ${`$."${name}"`})`,
  memberOf: (column, name) => sql`json_extract(${sql.ref(column)}, ${sql.lit(`$.${name}`)})`,
  listContains: (column, value) =>
    sql`exists (select 1 from json_each(${sql.ref(column)}) as item where item.value = ${value})`,
  startsFromFewer: false,
  isEmbedded: true,
  mergesSorted: true,
  searchLimits: { rows: 10_000 },
  searchCondition,
  slices,
  remakeSearch: (table) => ({
    drop: [
      ...['insert', 'delete', 'update'].map(
        (event) => `drop trigger ${quote(`${table.name}_search_${event}`)}`,
      ),
      `drop table ${quote(`${table.name}_search`)}`,
    ],
    make: [...createSearch(table), fillSearch(table)],
  }),
  holdsAnyGroup: (entity, groups, most) => {
    if (!entity.large) return holdsAnyGroup(entity, groups)
    const index = sql.table(`${entity.table}_search`)
    const anyOf = groups.map((parts) => `(${parts.map(phraseOf).join(' AND ')})`).join(' OR ')
    return sql`${sql.ref(`${entity.table}.rid`)} in (select rowid from ${index} where ${index} match ${anyOf} limit ${most})`
  },
  jsonOfRow: (entity, masked) => {
    const pairs = [...metaNames, ...Object.keys(entity.fields)].map((name) => {
      const whole = sql.ref(columnName(name))
      const column = masked.includes(name) ? maskedText(whole) : whole
      return sql`${sql.lit(name)}, ${asOnWire(entity.fields[name], column)}`
    })
    return sql`json_object(${sql.join(pairs)})`
  },
}

const dots = sql.lit('•'.repeat(200))

/** As `mask` masks it. */
const maskedText = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when length(${text}) < 5 then substr(${dots}, 1, length(${text}))
    else substr(${text}, 1, 2) || substr(${dots}, 1, length(${text}) - 4) || substr(${text}, -2) end`

function asOnWire(field: Field | undefined, column: RawBuilder<unknown>): RawBuilder<unknown> {
  if (field?.reference?.many) return sql`json(${column})`
  return field?.column.inHundredths ? sql`${column} / 100.0` : column
}

const phraseOf = (part: string): string => `"${part.replaceAll('"', '""')}"`

async function searchCondition(db: Db, entity: Entity, needle: string): Promise<Condition> {
  if (!entity.large || countCharacters(needle) < 3) return holdsPart(entity, needle)
  const phrase = phraseOf(needle)
  const index = sql.table(`${entity.table}_search`)
  const counted = (): CompiledQuery<unknown> =>
    sql`select count(*) as matches from (select 1 from ${index} where ${index} match ${phrase} limit ${manyMatches})`.compile(
      db,
    )
  const rows = await runPrepared(db, sqliteDialect, `matches in ${entity.table}`, counted, [
    phrase,
    manyMatches,
  ])
  const matching: Condition = {
    shape: 'match',
    parameters: [phrase],
    test: () =>
      sql`${sql.ref(`${entity.table}.rid`)} in (select rowid from ${index} where ${index} match ${phrase})`,
  }
  const areMany = Number(rows[0]!['matches']) >= manyMatches
  return areMany ? { ...holdsPart(entity, needle), together: matching } : matching
}

const rowsInSlice = 20_000

async function slices(db: Db, entity: Entity): Promise<Condition[]> {
  const table = sql.table(entity.table)
  // Each on its own, or it would read the table to answer both.
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select (select min(rid) from ${table}) as first, (select max(rid) from ${table}) as last`.execute(db)
  const { first, last } = rows[0]!
  const count = Math.max(1, Math.ceil(((last ?? 0) - (first ?? 0) + 1) / rowsInSlice))
  return Array.from({ length: count }, (_, at) => {
    const from = (first ?? 0) + at * rowsInSlice
    const to = from + rowsInSlice - 1
    const test: Condition['test'] = () => sql`${sql.ref(`${entity.table}.rid`)} between ${from} and ${to}`
    return { shape: 'slice', parameters: [from, to], test }
  })
}

function createSearch(table: Table): string[] {
  const index = quote(`${table.name}_search`)
  const on = (event: string, body: string): string =>
    `create trigger ${quote(`${table.name}_search_${event.split(' ')[0]}`)} after ${event} on ${quote(table.name)} begin ${body}; end`
  return [
    `create virtual table ${index} using fts5(search_text, tokenize = 'trigram', content = '', contentless_delete = 1)`,
    on('insert', `insert into ${index} (rowid, search_text) values (new.rid, new.search_text)`),
    on('delete', `delete from ${index} where rowid = old.rid`),
    on(
      'update of search_text',
      `update ${index} set search_text = new.search_text where rowid = old.rid and new.search_text <> old.search_text`,
    ),
  ]
}

const fillSearch = ({ name }: Table): string =>
  `insert into ${quote(`${name}_search`)} (rowid, search_text) select rid, search_text from ${quote(name)}`

const eventsRefused = ['update', 'delete'] as const

const refuseChanges = ({ name }: Table): string[] =>
  eventsRefused.map(
    (event) =>
      `create trigger ${quote(`${name}_append_only_${event}`)} before ${event} on ${quote(name)} begin select raise(abort, '${name} is append-only'); end`,
  )

const sameExceptColumnsAndIndexes = (before: Table, after: Table): boolean =>
  JSON.stringify({ ...before, columns: [], indexes: [], appendOnly: true }) ===
  JSON.stringify({ ...after, columns: [], indexes: [], appendOnly: true })

/** SQLite can only append columns that may be empty; everything else means a new table. */
function canAddInPlace(before: Table, after: Table): boolean {
  const added = addedColumns(before, after)
  const kept = after.columns.filter((column) => !added.includes(column))
  return (
    sameExceptColumnsAndIndexes(before, after) &&
    JSON.stringify(kept) === JSON.stringify(before.columns) &&
    added.every((column) => !column.notNull)
  )
}

function addInPlace(before: Table, after: Table): string[] {
  return [
    ...addedColumns(before, after).map((column) => {
      const check = checkOf(column)
      return `alter table ${quote(after.name)} add column ${columnSql(words, column)}${check ? ` check (${check})` : ''}`
    }),
    ...changedIndexes(before, after),
    ...(after.appendOnly && !before.appendOnly ? refuseChanges(after) : []),
    ...(before.appendOnly && !after.appendOnly
      ? eventsRefused.map((event) => `drop trigger ${quote(`${before.name}_append_only_${event}`)}`)
      : []),
  ]
}

function rebuild(before: Table, after: Table, fill: Fill): string[] {
  const fresh = `${after.name}_new`
  const had = new Set(before.columns.map((column) => column.name))
  const kept = after.columns.filter((column) => had.has(column.name) && !column.computed)
  const carried = ['rid', ...kept.map((column) => column.name)].map(quote)
  const filled = Object.keys(fill)
  return [
    ...(before.search ? [`drop table ${quote(`${before.name}_search`)}`] : []),
    createTableSql(words, after, fresh),
    `insert into ${quote(fresh)} (${[...carried, ...filled.map(quote)].join(', ')})
     select ${[...carried, ...filled.map((name) => literal(fill[name]!))].join(', ')} from ${quote(before.name)}`,
    `drop table ${quote(before.name)}`,
    `alter table ${quote(fresh)} rename to ${quote(after.name)}`,
    ...after.indexes.map((index) => createIndexSql(after.name, index)),
    ...(after.search ? [...createSearch(after), fillSearch(after)] : []),
    ...(after.appendOnly ? refuseChanges(after) : []),
  ]
}

function explain(error: unknown): StoreFailure | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  const code = Number(error.errcode)
  // "UNIQUE constraint failed: branch.company_code, branch.branch_code"
  const unique = /^UNIQUE constraint failed: (.+)$/.exec(error.message)?.[1]?.split(', ')
  if (unique) {
    const table = unique[0]!.split('.')[0]!
    const columns = unique.map((each) => each.slice(table.length + 1))
    return { kind: 'duplicate', index: indexOn(table, columns, true).name }
  }
  if (code === 787) return { kind: 'reference' } // SQLITE_CONSTRAINT_FOREIGNKEY
  if ((code & 255) === 13) return { kind: 'full' } // SQLITE_FULL
  if ((code & 255) === 11 || (code & 255) === 26) return { kind: 'damaged' } // SQLITE_CORRUPT, SQLITE_NOTADB
  if ((code & 255) === 5 || (code & 255) === 10) return { kind: 'unavailable' } // SQLITE_BUSY, SQLITE_IOERR
  return undefined
}

async function inspect(db: Db): Promise<FoundTable[]> {
  const { rows } = await sql<{ table: string; name: string; type: string; required: number }>`
    select t.name as "table", c.name, c.type, c."notnull" as required
    from sqlite_master t join pragma_table_xinfo(t.name) c
    where t.type = 'table' and c.name <> 'rid' and t.name not like '%\\_search%' escape '\\' and t.name not like 'sqlite%'
    order by t.name, c.cid`.execute(db)
  const indexes = await sql<{ table: string; name: string }>`
    select tbl_name as "table", name from sqlite_master where type = 'index' and sql is not null`.execute(db)
  const tables = new Map<string, FoundTable>()
  for (const row of rows) {
    if (!tables.has(row.table)) tables.set(row.table, { name: row.table, columns: [], indexes: [] })
    tables
      .get(row.table)!
      .columns.push({ name: row.name, type: row.type.toLowerCase(), notNull: row.required === 1 })
  }
  for (const { table, name } of indexes.rows) tables.get(table)?.indexes.push({ name })
  const parts = await sql<{ name: string }>`
    select name from sqlite_master where type = 'trigger' or (type = 'table' and name like '%\\_search%' escape '\\')`.execute(
    db,
  )
  const names = new Set(parts.rows.map((row) => row.name))
  for (const table of tables.values()) {
    // Without one of its triggers the index would miss what is written from then on, and nobody would notice.
    table.search = ['', '_insert', '_delete', '_update'].every((part) =>
      names.has(`${table.name}_search${part}`),
    )
    table.appendOnly = eventsRefused.every((event) => names.has(`${table.name}_append_only_${event}`))
  }
  return [...tables.values()]
}
