import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import { columnName } from '#domain/catalogue/column-name.ts'
import { metaNames, type Entity } from '#domain/catalogue/entity.ts'
import type { Field } from '#domain/catalogue/field.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import {
  addedColumns,
  changedIndexes,
  checkOf,
  columnSql,
  createIndexSql,
  createTableSql,
  literal,
  quote,
  type DdlDialect,
} from '../schema/ddl.ts'
import {
  manyMatches,
  type Condition,
  type Db,
  type Dialect,
  type Fill,
  type ActualTable,
  type StoreFailure,
} from '../dialect.ts'
import { countCharacters } from '#domain/text.ts'
import { containsAnyGroup, containsText } from '../query/like.ts'
import { runPrepared } from '../query/prepared.ts'
import { indexOn, type Table, type TableColumn } from '../schema/table.ts'
import { sqliteChangeLog } from './sqlite-change-log.ts'
import { analysisLimit, analyzeAllTables } from './table-sizes.ts'
import { createTriggerHead } from '../trigger.ts'

const columnType: Dialect['columnType'] = (type) => (type === 'bytes' ? 'blob' : type)

// An explicit integer key: the search index refers to it, and an implicit rowid may change on VACUUM.
const ddl: DdlDialect = {
  columnType,
  extraColumns: ['"rid" integer primary key'],
  primaryKey: (columns) => `unique (${columns.map(quote).join(', ')})`,
  foreignKeySuffix: '',
  dayNumber: (column) => `unixepoch(${column}) / 86400`,
  computedIs: 'virtual', // the only kind that can be added to an existing table
}

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  columnType,
  createTable: (table) => [
    createTableSql(ddl, table),
    ...table.indexes.map((index) => createIndexSql(table.name, index)),
    ...(table.search ? createSearch(table) : []),
    ...(table.appendOnly ? createAppendOnlyTriggers(table) : []),
  ],
  dropTable: (table) => [
    ...(table.search ? [`drop table ${quote(`${table.name}_search`)}`] : []),
    `drop table ${quote(table.name)}`,
  ],
  alterTable: (before, after, fill) =>
    canAddInPlace(before, after, fill) ? addInPlace(before, after) : rebuild(before, after, fill),
  renameTable: (before, to) => {
    const after = { ...before, name: to }
    return [
      ...(before.search ? dropSearch(before) : []),
      ...(before.appendOnly ? dropAppendOnlyTriggers(before) : []),
      // The references of other tables follow.
      `alter table ${quote(before.name)} rename to ${quote(to)}`,
      ...(after.search ? [...createSearch(after), fillSearch(after)] : []),
      ...(after.appendOnly ? createAppendOnlyTriggers(after) : []),
    ]
  },
  // Indexes, computed columns and the references of other tables follow.
  renameColumn: (table, column, to) => [
    `alter table ${quote(table.name)} rename column ${quote(column.name)} to ${quote(to)}`,
  ],
  renameIndex: (table, index, to) => [
    `drop index ${quote(index.name)}`,
    createIndexSql(table, { ...index, name: to }),
  ],
  // Its name is only part of the text of the table: no statement uses it.
  renameForeignKey: () => [],
  explain,
  inspect,
  hasTable: async (db, table) => {
    const { rows } = await sql`select 1 from sqlite_master where type = 'table' and name = ${table}`.execute(
      db,
    )
    return rows.length > 0
  },
  // The file belongs to one process, which holds its lock for as long as it runs.
  withMigrationLock: (_db, work) => work(),
  aroundMigration: async (db, work) => {
    // With foreign keys on, dropping the old table of a rebuild would silently empty its children.
    await sql`pragma foreign_keys = off`.execute(db)
    try {
      await work()
    } finally {
      await sql`pragma foreign_keys = on`.execute(db)
    }
  },
  checkReferences: async (db) => {
    const { rows } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db)
    if (rows.length > 0) throw new Error(`References are broken in ${rows[0]!.table} after a migration`)
  },
  migrationPrelude: [],
  afterMigration: [analysisLimit, analyzeAllTables],
  deferForeignKeys: 'pragma defer_foreign_keys = on',
  enforceForeignKeys: 'pragma defer_foreign_keys = off',
  estimateRows: async (db, table) => {
    const { rows } = await sql<{
      rows: number | null
    }>`select max(rid) as rows from ${sql.table(table)}`.execute(db)
    return rows[0]!.rows ?? 0
  },
  databaseSize: async (db) => {
    const { rows } = await sql<{
      bytes: number
    }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`.execute(db)
    return rows[0]!.bytes
  },
  createTrigger: (trigger) => [`${createTriggerHead(trigger)} begin ${trigger.statement}; end`],
  dropTrigger: ({ name }) => [`drop trigger if exists ${quote(name)}`],
  triggerNames: async (db) => {
    const { rows } = await sql<{
      name: string
    }>`select name from sqlite_master where type = 'trigger'`.execute(db)
    return rows.map(({ name }) => name)
  },
  lockDay: [], // one writer at a time
  shareLock: () => '',
  updateLock: '',
  folded: (column) => sql`fold_text(${column})`,
  valueIn: (column, name) => sql`json_extract(${sql.ref(column)}, ${`$."${name}"`})`,
  jsonMember: (column, name) => sql`json_extract(${sql.ref(column)}, ${sql.lit(`$.${name}`)})`,
  listContains: (column, value) =>
    sql`exists (select 1 from json_each(${sql.ref(column)}) as item where item.value = ${value})`,
  reordersSemiJoins: false,
  isEmbedded: true,
  mergesLazily: true,
  searchLimits: { firstRows: 4000 },
  searchCondition,
  // Statements of the reader each see the latest commit.
  readTogether: (db, work) => work(db),
  changeLog: sqliteChangeLog,
  unprotect: (name) => ({
    before: dropAppendOnlyTriggers({ name }),
    after: createAppendOnlyTriggers({ name }),
  }),
  overwriteDeleted: { before: 'pragma secure_delete = on', after: 'pragma secure_delete = fast' },
  slices,
  rebuildSearchIndex: (table) => ({
    drop: dropSearch(table),
    make: [...createSearch(table), fillSearch(table)],
  }),
  containsAnyGroup: (entity, groups, maxRows) => {
    if (!entity.large) return containsAnyGroup(entity, groups)
    const index = sql.table(`${tableOf(entity)}_search`)
    const anyOf = groups.map((parts) => `(${parts.map(toPhrase).join(' AND ')})`).join(' OR ')
    return sql`${sql.ref(`${tableOf(entity)}.rid`)} in (select rowid from ${index} where ${index} match ${anyOf} limit ${maxRows})`
  },
  jsonOfRow: (entity, masked) => {
    const pairs = [...metaNames, ...Object.keys(entity.fields)].map((name) => {
      const whole = sql.ref(columnName(name))
      const column = masked.includes(name) ? maskedText(whole) : whole
      return sql`${sql.lit(name)}, ${toJsonValue(entity.fields[name], column)}`
    })
    return sql`json_object(${sql.join(pairs)})`
  },
}

const dots = sql.lit('•'.repeat(200))

/** Masks as `mask` does. */
const maskedText = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when length(${text}) < 5 then substr(${dots}, 1, length(${text}))
    else substr(${text}, 1, 2) || substr(${dots}, 1, length(${text}) - 4) || substr(${text}, -2) end`

function toJsonValue(field: Field | undefined, column: RawBuilder<unknown>): RawBuilder<unknown> {
  if (field?.reference?.many) return sql`json(${column})`
  return field?.column.inHundredths ? sql`${column} / 100.0` : column
}

const toPhrase = (part: string): string => `"${part.replaceAll('"', '""')}"`

async function searchCondition(db: Db, entity: Entity, needle: string): Promise<Condition> {
  if (!entity.large || countCharacters(needle) < 3) return containsText(entity, needle)
  const phrase = toPhrase(needle)
  const index = sql.table(`${tableOf(entity)}_search`)
  const counted = (): CompiledQuery<{ matches: number }> =>
    sql<{
      matches: number
    }>`select count(*) as matches from (select 1 from ${index} where ${index} match ${phrase} limit ${manyMatches})`.compile(
      db,
    )
  const rows = await runPrepared(db, sqliteDialect, `matches in ${tableOf(entity)}`, counted, [
    phrase,
    manyMatches,
  ])
  const matching: Condition = {
    cacheKey: 'match',
    parameters: [phrase],
    test: () =>
      sql`${sql.ref(`${tableOf(entity)}.rid`)} in (select rowid from ${index} where ${index} match ${phrase})`,
  }
  const isManyMatches = rows[0]!.matches >= manyMatches
  return isManyMatches ? { ...containsText(entity, needle), indexForm: matching } : matching
}

const sliceSize = 20_000

async function slices(db: Db, entity: Entity): Promise<Condition[]> {
  const table = sql.table(tableOf(entity))
  // Separate subqueries: min and max in one query would scan the table.
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select (select min(rid) from ${table}) as first, (select max(rid) from ${table}) as last`.execute(db)
  const { first, last } = rows[0]!
  const count = Math.max(1, Math.ceil(((last ?? 0) - (first ?? 0) + 1) / sliceSize))
  return Array.from({ length: count }, (_, at) => {
    const from = (first ?? 0) + at * sliceSize
    const to = from + sliceSize - 1
    const test: Condition['test'] = () => sql`${sql.ref(`${tableOf(entity)}.rid`)} between ${from} and ${to}`
    return { cacheKey: 'slice', parameters: [from, to], test }
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

const dropSearch = ({ name }: Table): string[] => [
  ...['insert', 'delete', 'update'].map((event) => `drop trigger ${quote(`${name}_search_${event}`)}`),
  `drop table ${quote(`${name}_search`)}`,
]

const fillSearch = ({ name }: Table): string =>
  `insert into ${quote(`${name}_search`)} (rowid, search_text) select rid, search_text from ${quote(name)}`

const blockedEvents = ['update', 'delete'] as const

const createAppendOnlyTriggers = ({ name }: Pick<Table, 'name'>): string[] =>
  blockedEvents.map(
    (event) =>
      `create trigger ${quote(`${name}_append_only_${event}`)} before ${event} on ${quote(name)} begin select raise(abort, '${name} is append-only'); end`,
  )

const dropAppendOnlyTriggers = ({ name }: Pick<Table, 'name'>): string[] =>
  blockedEvents.map((event) => `drop trigger ${quote(`${name}_append_only_${event}`)}`)

const sameExceptColumnsAndIndexes = (before: Table, after: Table): boolean =>
  JSON.stringify({ ...before, columns: [], indexes: [], appendOnly: true }) ===
  JSON.stringify({ ...after, columns: [], indexes: [], appendOnly: true })

/** SQLite can only append empty columns; all other changes rebuild the table. */
function canAddInPlace(before: Table, after: Table, fill: Fill): boolean {
  const added = addedColumns(before, after)
  const kept = after.columns.filter((column) => !added.includes(column))
  return (
    sameExceptColumnsAndIndexes(before, after) &&
    JSON.stringify(kept) === JSON.stringify(before.columns) &&
    added.every((column) => !column.notNull) &&
    Object.keys(fill).length === 0
  )
}

function addInPlace(before: Table, after: Table): string[] {
  const indexes = changedIndexes(before, after)
  return [
    ...addedColumns(before, after).map((column) => {
      const check = checkOf(column)
      return `alter table ${quote(after.name)} add column ${columnSql(ddl, column)}${check ? ` check (${check})` : ''}`
    }),
    ...indexes.drop,
    ...indexes.create,
    ...(after.appendOnly && !before.appendOnly ? createAppendOnlyTriggers(after) : []),
    ...(before.appendOnly && !after.appendOnly ? dropAppendOnlyTriggers(before) : []),
  ]
}

function rebuild(before: Table, after: Table, fill: Fill): string[] {
  const newName = `${after.name}_new`
  const oldColumns = new Set(before.columns.map((column) => column.name))
  const written = after.columns.filter(
    ({ name, computed }) => !computed && (oldColumns.has(name) || fill[name] !== undefined),
  )
  const valueOf = ({ name }: TableColumn): string => {
    if (!oldColumns.has(name)) return literal(fill[name]!)
    return fill[name] === undefined ? quote(name) : `coalesce(${quote(name)}, ${literal(fill[name])})`
  }
  return [
    ...(before.search ? [`drop table ${quote(`${before.name}_search`)}`] : []),
    createTableSql(ddl, after, newName),
    `insert into ${quote(newName)} (${['rid', ...written.map(({ name }) => quote(name))].join(', ')})
     select ${['rid', ...written.map(valueOf)].join(', ')} from ${quote(before.name)}`,
    `drop table ${quote(before.name)}`,
    `alter table ${quote(newName)} rename to ${quote(after.name)}`,
    ...after.indexes.map((index) => createIndexSql(after.name, index)),
    ...(after.search ? [...createSearch(after), fillSearch(after)] : []),
    ...(after.appendOnly ? createAppendOnlyTriggers(after) : []),
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

async function inspect(db: Db): Promise<ActualTable[]> {
  const { rows } = await sql<{ table: string; name: string; type: string; required: number }>`
    select t.name as "table", c.name, c.type, c."notnull" as required
    from sqlite_master t join pragma_table_xinfo(t.name) c
    where t.type = 'table' and c.name <> 'rid' and t.name not like '%\\_search%' escape '\\' and t.name not like 'sqlite%'
    order by t.name, c.cid`.execute(db)
  const indexes = await sql<{ table: string; name: string }>`
    select tbl_name as "table", name from sqlite_master where type = 'index' and sql is not null`.execute(db)
  const tables = new Map<string, ActualTable>()
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
    // Without one of its triggers the index would silently miss later changes.
    table.search = ['', '_insert', '_delete', '_update'].every((part) =>
      names.has(`${table.name}_search${part}`),
    )
    table.appendOnly = blockedEvents.every((event) => names.has(`${table.name}_append_only_${event}`))
  }
  return [...tables.values()]
}
