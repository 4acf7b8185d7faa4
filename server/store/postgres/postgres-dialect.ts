import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { copyRows } from './copy-in.ts'
import { postgresChangeLog } from './postgres-change-log.ts'
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
  type DdlDialect,
} from '../schema/ddl.ts'
import { type Db, type Dialect, type Fill, type ActualTable, type StoreFailure, type Tx } from '../dialect.ts'
import { containsAnyGroup, containsText } from '../query/like.ts'
import { LostCommit } from './lost-commit.ts'
import { onlineChanges } from './online-changes.ts'
import { renewConnections } from './postgres.ts'
import type { Table, TableColumn } from '../schema/table.ts'
import { createTriggerHead } from '../trigger.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'

// One sort order on both databases and on every server: by code point.
const columnType: Dialect['columnType'] = (type) =>
  ({ text: 'text collate "C"', integer: 'bigint', real: 'double precision', bytes: 'bytea' })[type]

const ddl: DdlDialect = {
  columnType,
  extraColumns: [],
  primaryKey: (columns) => `primary key (${columns.map(quote).join(', ')})`,
  // Checked immediately by default; a transaction that renames or loads in any order defers them.
  foreignKeySuffix: ' deferrable initially immediate',
  // A cast to date would depend on session settings, which a generated column must not.
  dayNumber: (column) => {
    const part = (from: number, length: number): string => `substr(${column}, ${from}, ${length})::int`
    return `(make_date(${part(1, 4)}, ${part(6, 2)}, ${part(9, 2)}) - date '1970-01-01')`
  },
  computedIs: 'stored',
}

const assumedRowBytes = 500

// Arbitrary keys of advisory locks.
const migrationLock = 4_723_901
const dayLock = 4_723_902

const lockPollInterval = 200

async function tryMigrationLock(tx: Tx): Promise<boolean> {
  // Without parameters: after a statement that has some, the connection keeps its snapshot, for which the build of an index would wait.
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(migrationLock)}) as got`.execute(tx)
  return rows[0]!.got
}

export const postgresDialect: Dialect = {
  name: 'postgres',
  columnType,
  createTable: (table) => [
    // A self-referencing foreign key needs the unique index of its own table.
    createTableSql(ddl, { ...table, foreignKeys: [] }),
    ...table.indexes.map((index) => createIndexSql(table.name, index)),
    ...table.foreignKeys.map((key) => `alter table ${quote(table.name)} add ${foreignKeySql(ddl, key)}`),
    ...(table.search ? createSearch(table) : []),
    ...(table.appendOnly ? createAppendOnlyTrigger(table) : []),
  ],
  dropTable: (table) => [`drop table ${quote(table.name)}`],
  alterTable,
  renameTable,
  renameColumn: (table, column, to) => [
    `alter table ${quote(table.name)} rename column ${quote(column.name)} to ${quote(to)}`,
    ...(checkOf(column)
      ? [renameConstraint(table.name, checkName(table.name, column), checkName(table.name, { name: to }))]
      : []),
  ],
  renameIndex: (_table, index, to) => [`alter index ${quote(index.name)} rename to ${quote(to)}`],
  renameForeignKey: (table, name, to) => [renameConstraint(table, name, to)],
  explain,
  inspect,
  hasTable: async (db, table) => {
    const { rows } = await sql`select 1 where to_regclass(${quote(table)}) is not null`.execute(db)
    return rows.length > 0
  },
  // Held by a transaction, not by a session, which a pooler would give to another client.
  withMigrationLock: (db, work, onWait) =>
    db.transaction().execute(async (tx) => {
      // Waiting for the migration of another instance can take as long as that migration.
      for (const timeout of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
        await sql`set local ${sql.raw(timeout)} = 0`.execute(tx)
      for (let tries = 0; !(await tryMigrationLock(tx)); tries++) {
        if (tries === 0) onWait?.()
        // Not one statement that waits: the instance that has the lock may build an index, which waits for all older statements.
        await sleep(lockPollInterval)
      }
      return work()
    }),
  online: onlineChanges(ddl, explain),
  aroundMigration: (_db, work) => work(),
  checkReferences: async () => {}, // checked by each statement
  migrationPrelude: ['set local statement_timeout = 0', 'set local lock_timeout = 0'],
  afterMigration: [], // autovacuum updates the statistics
  deferForeignKeys: 'set constraints all deferred',
  enforceForeignKeys: 'set constraints all immediate',
  estimateRows: async (db, table) => {
    // The estimate of the last ANALYZE or, before the first, the size of the table divided by a typical row length.
    const { rows } = await sql<{ rows: number }>`
      select case when reltuples >= 0 then reltuples else pg_relation_size(oid) / ${sql.lit(assumedRowBytes)} end as rows
      from pg_class where oid = ${sql.lit(quote(table))}::regclass`.execute(db)
    return Number(rows[0]?.rows ?? 0)
  },
  databaseSize: async (db) => {
    const { rows } = await sql<{
      bytes: number
    }>`select pg_database_size(current_database()) as bytes`.execute(db)
    return Number(rows[0]!.bytes)
  },
  createTrigger: (trigger) => [
    // Rows are locked by a separate statement, so that the next one sees everything committed before.
    `create function ${quote(trigger.name)}() returns trigger language plpgsql as $$ begin
      ${trigger.waitsForDay ? `perform pg_advisory_xact_lock_shared(${dayLock});` : ''}
      perform 1 from ${trigger.locks} for no key update;
      ${trigger.statement};
      return null;
    end $$`,
    `${createTriggerHead(trigger)} execute function ${quote(trigger.name)}()`,
  ],
  dropTrigger: ({ name }) => [`drop function if exists ${quote(name)}() cascade`],
  triggerNames: async (db) => {
    const { rows } = await sql<{ name: string }>`
      select t.tgname as name from pg_trigger as t join pg_class as c on c.oid = t.tgrelid
      where c.relnamespace = current_schema()::regnamespace and t.tgenabled <> 'D'`.execute(db)
    return rows.map(({ name }) => name)
  },
  lockDay: [`select pg_advisory_xact_lock(${dayLock})`],
  shareLock: (table) => `for share of ${quote(table)}`,
  updateLock: 'for update',
  // The "C" collation of the columns folds ASCII letters only.
  folded: (column) => sql`lower(normalize(${column}, nfkc) collate "und-x-icu")`,
  valueIn: (column, name) => sql`${sql.ref(column)}::json ->> ${name}`,
  jsonMember: (column, name) => sql`(${sql.ref(column)}::json ->> ${sql.lit(name)})`,
  listContains: (column, value) =>
    sql`exists (select 1 from jsonb_array_elements_text(${sql.ref(column)}::jsonb) as item (value) where item.value = ${value})`,
  copyRows,
  reordersSemiJoins: true,
  isEmbedded: false,
  mergesLazily: false,
  searchLimits: { firstRows: 500, matches: 1000, start: 20_000 },
  readTogether: (db, work) =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
  changeLog: postgresChangeLog,
  unprotect: (name) => {
    const trigger = (what: string): string =>
      `alter table ${quote(name)} ${what} trigger ${quote(`${name}_append_only`)}`
    return { before: [trigger('disable')], after: [trigger('enable')] }
  },
  searchCondition: async (_db, entity, needle) => containsText(entity, needle),
  rebuildSearchIndex: (table) => ({
    drop: [`drop index if exists ${quote(`${table.name}_search`)}`],
    make: createSearch(table),
  }),
  containsAnyGroup: (entity, groups, maxRows) => {
    const table = sql.table(tableOf(entity))
    return sql`${sql.ref(`${tableOf(entity)}.id`)} in (select id from ${table} where ${containsAnyGroup(entity, groups)} limit ${sql.lit(maxRows)})`
  },
}

/** Without ICU collations only ASCII letters are compared case-insensitively. */
export async function dialectOf(db: Db): Promise<Dialect> {
  const { rows } = await sql`select 1 from pg_collation where collname = 'und-x-icu'`.execute(db)
  const changeLog = await changeLogOf(db)
  const dialect = { ...postgresDialect, changeLog, renewConnections: () => renewConnections(db) }
  return rows.length > 0 ? dialect : { ...dialect, folded: (column) => sql`lower(${column})` }
}

/** A compatible engine may not say which cluster it is. */
const changeLogOf = async (db: Db): Promise<Dialect['changeLog']> =>
  sql`select ${postgresChangeLog.origin}`.execute(db).then(
    () => postgresChangeLog,
    () => ({ ...postgresChangeLog, origin: sql`''` }),
  )

/** On a compatible engine without pg_trgm, search works without an index. */
function createSearch(table: Table): string[] {
  return [
    `do $$ begin
      create extension if not exists pg_trgm;
      execute 'create index ${quote(`${table.name}_search`)} on ${quote(table.name)} using gin (search_text gin_trgm_ops)';
    exception when others then raise notice 'search on ${table.name} runs without an index: %', sqlerrm;
    end $$`,
  ]
}

const createAppendOnlyTrigger = ({ name }: Table): string[] => [
  `create or replace function append_only() returns trigger language plpgsql
    as $$ begin raise exception '% is append-only', tg_table_name; end $$`,
  `create trigger ${quote(`${name}_append_only`)} before update or delete or truncate on ${quote(name)}
    for each statement execute function append_only()`,
]

const renameConstraint = (table: string, name: string, to: string): string =>
  `alter table ${quote(table)} rename constraint ${quote(name)} to ${quote(to)}`

function renameTable(table: Table, to: string): string[] {
  const { name } = table
  return [
    `alter table ${quote(name)} rename to ${quote(to)}`,
    renameConstraint(to, `${name}_pkey`, `${to}_pkey`),
    ...table.columns
      .filter((column) => checkOf(column))
      .map((column) => renameConstraint(to, checkName(name, column), checkName(to, column))),
    ...(table.search
      ? [`alter index if exists ${quote(`${name}_search`)} rename to ${quote(`${to}_search`)}`]
      : []),
    ...(table.appendOnly
      ? [
          `alter trigger ${quote(`${name}_append_only`)} on ${quote(to)} rename to ${quote(`${to}_append_only`)}`,
        ]
      : []),
  ]
}

function alterTable(before: Table, after: Table, fill: Fill): string[] {
  const table = `alter table ${quote(after.name)}`
  const indexes = changedIndexes(before, after)
  const added = addedColumns(before, after)
  // Computed columns first, because they depend on others.
  const removed = addedColumns(after, before).toSorted(
    (one, other) => Number(!one.computed) - Number(!other.computed),
  )
  const kept = after.columns.filter((column) => !added.includes(column))
  const addCheck = (column: TableColumn): string[] => {
    const check = checkOf(column)
    return check ? [`${table} add constraint ${quote(checkName(after.name, column))} check (${check})`] : []
  }
  return [
    // New columns are filled by an update, which the trigger would reject.
    ...(before.appendOnly
      ? [`drop trigger ${quote(`${before.name}_append_only`)} on ${quote(before.name)}`]
      : []),
    ...before.foreignKeys.map((key) => `${table} drop constraint ${quote(key.name)}`),
    // Dropping a column would drop its indexes as well.
    ...indexes.drop,
    ...removed.map((column) => `${table} drop column ${quote(column.name)}`),
    ...added.flatMap((column) => [
      `${table} add column ${columnSql(ddl, { ...column, notNull: false })}`,
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
        // Not if it is the same: PostgreSQL refuses that for a column that a computed one uses.
        ...(old.type === column.type
          ? []
          : [
              `${table} alter column ${quote(column.name)} type ${columnType(column.type)} using ${quote(column.name)}::${columnType(column.type)}`,
            ]),
        ...(fill[column.name] === undefined
          ? []
          : [
              `update ${quote(after.name)} set ${quote(column.name)} = ${literal(fill[column.name]!)} where ${quote(column.name)} is null`,
            ]),
        `${table} alter column ${quote(column.name)} ${column.notNull ? 'set' : 'drop'} not null`,
        ...addCheck(column),
      ]
    }),
    ...indexes.create,
    ...after.foreignKeys.map((key) => `${table} add ${foreignKeySql(ddl, key)}`),
    ...(after.search && !before.search ? createSearch(after) : []),
    ...(before.search && !after.search ? [`drop index if exists ${quote(`${before.name}_search`)}`] : []),
    ...(after.appendOnly ? createAppendOnlyTrigger(after) : []),
  ]
}

const failures: Record<string, Exclude<StoreFailure['kind'], 'duplicate'>> = {
  '23503': 'reference',
  '40001': 'again',
  '40P01': 'again',
  '53100': 'full',
  '57014': 'slow', // statement_timeout
  '25P03': 'unavailable', // idle in transaction for too long
  '58030': 'unavailable', // I/O error
  '55P03': 'slow', // lock_timeout
}

function explain(error: unknown): StoreFailure | undefined {
  if (error instanceof LostCommit) return { kind: 'unknown' }
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (code === '23505')
    return { kind: 'duplicate', index: 'constraint' in error ? String(error.constraint) : '' }
  if (code === '25006') return { kind: 'unavailable', hasMoved: true } // read-only, as a former primary is after a failover
  if (failures[code]) return { kind: failures[code] }
  if (code.startsWith('22')) return { kind: 'unreadable' } // data exceptions: a value no column can hold
  // Connection refused, reset or closed by the server (08…, 57P…), and errors of the pool and its clients.
  const isConnectionError = /^(08|57P|53300)|^E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_)/.test(code)
  const connectionMessage = /timeout exceeded when trying to connect|Connection terminated|not queryable/i
  if (isConnectionError || connectionMessage.test(error.message)) return { kind: 'unavailable' }
  return undefined
}

async function inspect(db: Db): Promise<ActualTable[]> {
  const { rows } = await sql<{ table: string; name: string; type: string; nullable: string }>`
    select table_name as "table", column_name as name, data_type as type, is_nullable as nullable
    from information_schema.columns where table_schema = current_schema() order by table_name, ordinal_position`.execute(
    db,
  )
  const indexes = await sql<{ table: string; name: string }>`
    select tablename as "table", indexname as name from pg_indexes where schemaname = current_schema()`.execute(
    db,
  )
  const tables = new Map<string, ActualTable>()
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
