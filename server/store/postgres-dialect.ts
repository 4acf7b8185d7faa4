import { sql } from 'kysely'
import { copyRows } from './copy-in.ts'
import {
  addedColumns,
  changedIndexes,
  checkName,
  checkOf,
  columnSql,
  createIndexSql,
  createTableSql,
  foreignKeySql,
  literal,
  quote,
  type DdlWords,
} from './ddl.ts'
import { type Db, type Dialect, type Fill, type FoundTable, type StoreFailure } from './dialect.ts'
import { holdsAnyGroup, holdsPart } from './like.ts'
import { LostCommit } from './lost-commit.ts'
import type { Table, TableColumn } from './table.ts'

// One sort order on both databases and on every server: by code point.
const columnType: Dialect['columnType'] = (type) =>
  ({ text: 'text collate "C"', integer: 'bigint', real: 'double precision', bytes: 'bytea' })[type]

const words: DdlWords = {
  columnType,
  extraColumns: [],
  primaryKey: (columns) => `primary key (${columns.map(quote).join(', ')})`,
  // Checked at once, but a transaction that renames or loads in any order may ask for "at the end".
  foreignKeySuffix: ' deferrable initially immediate',
  // A cast to date would depend on the session's settings, which a computed column must not.
  dayNumber: (column) => {
    const part = (from: number, length: number): string => `substr(${column}, ${from}, ${length})::int`
    return `(make_date(${part(1, 4)}, ${part(6, 2)}, ${part(9, 2)}) - date '1970-01-01')`
  },
  computedIs: 'stored',
}

const usualRowBytes = 500

// Any number will do, as long as nobody else takes the same.
const migrationLock = 4_723_901

export const postgresDialect: Dialect = {
  name: 'postgres',
  columnType,
  createTable: (table) => [
    // A table that refers to itself can do so only once its own unique index is there.
    createTableSql(words, { ...table, foreignKeys: [] }),
    ...table.indexes.map((index) => createIndexSql(table.name, index)),
    ...table.foreignKeys.map((key) => `alter table ${quote(table.name)} add ${foreignKeySql(words, key)}`),
    ...(table.search ? createSearch(table) : []),
    ...(table.appendOnly ? refuseChanges(table) : []),
  ],
  dropTable: (table) => [`drop table ${quote(table.name)}`],
  alterTable,
  explain,
  inspect,
  withMigrationLock: (db, work, onWait) =>
    db.connection().execute(async (connection) => {
      // Waiting for another instance's migration may take as long as that migration does.
      await sql`set statement_timeout = 0`.execute(connection)
      await sql`set lock_timeout = 0`.execute(connection)
      const { rows } = await sql<{ got: boolean }>`
        select pg_try_advisory_lock(${migrationLock}) as got`.execute(connection)
      if (!rows[0]!.got) {
        onWait?.()
        await sql`select pg_advisory_lock(${migrationLock})`.execute(connection)
      }
      try {
        return await work()
      } finally {
        await sql`select pg_advisory_unlock(${migrationLock})`.execute(connection)
        await sql`reset statement_timeout`.execute(connection)
        await sql`reset lock_timeout`.execute(connection)
      }
    }),
  aroundMigration: (_db, work) => work(),
  migrationPrelude: ['set local statement_timeout = 0', 'set local lock_timeout = 0'],
  afterMigration: [], // autovacuum keeps the statistics
  referencesAtEnd: 'set constraints all deferred',
  referencesAtOnce: 'set constraints all immediate',
  aboutRows: async (db, table) => {
    // What the last analysis counted, or, before the first, as many as the pages hold of rows of usual length.
    const { rows } = await sql<{ rows: number }>`
      select case when reltuples >= 0 then reltuples else pg_relation_size(oid) / ${sql.lit(usualRowBytes)} end as rows
      from pg_class where oid = ${sql.lit(quote(table))}::regclass`.execute(db)
    return Number(rows[0]?.rows ?? 0)
  },
  shareLock: 'for share of t',
  updateLock: 'for update',
  // The order of our columns knows no letters beyond ASCII.
  folded: (column) => sql`lower(normalize(${column}, nfkc) collate "und-x-icu")`,
  valueIn: (column, name) => sql`${sql.ref(column)}::json ->> ${name}`,
  memberOf: (column, name) => sql`(${sql.ref(column)}::json ->> ${sql.lit(name)})`,
  listContains: (column, value) =>
    sql`exists (select 1 from jsonb_array_elements_text(${sql.ref(column)}::jsonb) as item (value) where item.value = ${value})`,
  copyRows,
  startsFromFewer: true,
  isEmbedded: false,
  mergesSorted: false,
  searchLimits: { matches: 1000, rows: 20_000 },
  searchCondition: async (_db, entity, needle) => holdsPart(entity, needle),
  remakeSearch: (table) => ({
    drop: [`drop index if exists ${quote(`${table.name}_search`)}`],
    make: createSearch(table),
  }),
  holdsAnyGroup: (entity, groups, most) => {
    const table = sql.table(entity.table)
    return sql`${sql.ref(`${entity.table}.id`)} in (select id from ${table} where ${holdsAnyGroup(entity, groups)} limit ${sql.lit(most)})`
  },
}

/** Where there are no collations of ICU, only ASCII letters are the same in either case. */
export async function dialectOf(db: Db): Promise<Dialect> {
  const { rows } = await sql`select 1 from pg_collation where collname = 'und-x-icu'`.execute(db)
  return rows.length > 0 ? postgresDialect : { ...postgresDialect, folded: (column) => sql`lower(${column})` }
}

/** Where an engine that only speaks the protocol has no trigrams, search still works, by reading the table. */
function createSearch(table: Table): string[] {
  return [
    `do $$ begin
      create extension if not exists pg_trgm;
      execute 'create index ${quote(`${table.name}_search`)} on ${quote(table.name)} using gin (search_text gin_trgm_ops)';
    exception when others then raise notice 'search on ${table.name} runs without an index: %', sqlerrm;
    end $$`,
  ]
}

const refuseChanges = ({ name }: Table): string[] => [
  `create or replace function append_only() returns trigger language plpgsql
    as $$ begin raise exception '% is append-only', tg_table_name; end $$`,
  `create trigger ${quote(`${name}_append_only`)} before update or delete or truncate on ${quote(name)}
    for each statement execute function append_only()`,
]

function alterTable(before: Table, after: Table, fill: Fill): string[] {
  const table = `alter table ${quote(after.name)}`
  const added = addedColumns(before, after)
  const removed = addedColumns(after, before)
  const kept = after.columns.filter((column) => !added.includes(column))
  const addCheck = (column: TableColumn): string[] => {
    const check = checkOf(column)
    return check ? [`${table} add constraint ${quote(checkName(after.name, column))} check (${check})`] : []
  }
  return [
    // New columns are filled by an update, which it would refuse.
    ...(before.appendOnly
      ? [`drop trigger ${quote(`${before.name}_append_only`)} on ${quote(before.name)}`]
      : []),
    ...before.foreignKeys.map((key) => `${table} drop constraint ${quote(key.name)}`),
    ...removed.map((column) => `${table} drop column ${quote(column.name)}`),
    ...added.flatMap((column) => [
      `${table} add column ${columnSql(words, { ...column, notNull: false })}`,
      ...(fill[column.name] === undefined
        ? []
        : [`update ${quote(after.name)} set ${quote(column.name)} = ${literal(fill[column.name]!)}`]),
      ...(column.notNull ? [`${table} alter column ${quote(column.name)} set not null`] : []),
      ...addCheck(column),
    ]),
    ...kept.flatMap((column) => {
      const old = before.columns.find((each) => each.name === column.name)!
      if (JSON.stringify(old) === JSON.stringify(column)) return []
      return [
        `${table} drop constraint if exists ${quote(checkName(after.name, column))}`,
        `${table} alter column ${quote(column.name)} type ${columnType(column.type)} using ${quote(column.name)}::${columnType(column.type)}`,
        `${table} alter column ${quote(column.name)} ${column.notNull ? 'set' : 'drop'} not null`,
        ...addCheck(column),
      ]
    }),
    ...changedIndexes(before, after),
    ...after.foreignKeys.map((key) => `${table} add ${foreignKeySql(words, key)}`),
    ...(after.search && !before.search ? createSearch(after) : []),
    ...(before.search && !after.search ? [`drop index if exists ${quote(`${before.name}_search`)}`] : []),
    ...(after.appendOnly ? refuseChanges(after) : []),
  ]
}

const failures: Record<string, StoreFailure['kind']> = {
  '23503': 'reference',
  '40001': 'again',
  '40P01': 'again',
  '53100': 'full',
  '57014': 'slow', // statement_timeout
  '25006': 'unavailable', // read-only, as a replica is after a fail-over
  '25P03': 'unavailable', // idle in transaction for too long
  '58030': 'unavailable', // input or output failed
  '55P03': 'slow', // lock_timeout
}

function explain(error: unknown): StoreFailure | undefined {
  if (error instanceof LostCommit) return { kind: 'unknown' }
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (code === '23505')
    return { kind: 'duplicate', index: String((error as { constraint?: string }).constraint) }
  if (failures[code]) return { kind: failures[code] } as StoreFailure
  if (code.startsWith('22')) return { kind: 'unreadable' } // data exceptions: a value no column can hold
  // Connection refused, reset or ended by the server (08…, 57P…), and what the pool and its clients say by themselves.
  const gone = /^(08|57P|53300)|^E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_)/.test(code)
  const said = /timeout exceeded when trying to connect|Connection terminated|not queryable/i
  if (gone || said.test(error.message)) return { kind: 'unavailable' }
  return undefined
}

async function inspect(db: Db): Promise<FoundTable[]> {
  const { rows } = await sql<{ table: string; name: string; type: string; nullable: string }>`
    select table_name as "table", column_name as name, data_type as type, is_nullable as nullable
    from information_schema.columns where table_schema = current_schema() order by table_name, ordinal_position`.execute(
    db,
  )
  const indexes = await sql<{ table: string; name: string }>`
    select tablename as "table", indexname as name from pg_indexes where schemaname = current_schema()`.execute(
    db,
  )
  const tables = new Map<string, FoundTable>()
  for (const row of rows) {
    if (!tables.has(row.table)) tables.set(row.table, { name: row.table, columns: [], indexes: [] })
    tables.get(row.table)!.columns.push({ name: row.name, type: row.type, notNull: row.nullable === 'NO' })
  }
  for (const { table, name } of indexes.rows) tables.get(table)?.indexes.push({ name })
  const refused = await sql<{ table: string }>`
    select c.relname as "table" from pg_trigger as t join pg_class as c on c.oid = t.tgrelid
    where c.relnamespace = current_schema()::regnamespace and t.tgname = c.relname || '_append_only' and t.tgenabled <> 'D'`.execute(
    db,
  )
  for (const { table } of refused.rows) tables.get(table)!.appendOnly = true
  return [...tables.values()]
}
