import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newDatabase, onServer, type TestDatabase } from '#testing/databases.ts'
import { dynamic, type Db, type Dialect } from '../dialect.ts'
import { dialectOf } from '../postgres/postgres-dialect.ts'
import { openPostgres } from '../postgres/postgres.ts'
import type { DataSteps } from './data-steps.ts'
import { migrate } from './migrate.ts'
import type { Migration } from './migrations.ts'
import type { Operation } from './operations.ts'
import { diffSchemas } from './schema-diff.ts'
import { indexOn, integer, text, type Table } from './table.ts'

const farm: Table = {
  name: 'farm',
  columns: [text('id'), text('code', { maxLength: 5 })],
  primaryKey: ['id'],
  indexes: [indexOn('farm', ['code'], true)],
  foreignKeys: [],
  search: false,
}
const diary: Table = {
  ...farm,
  name: 'diary',
  columns: [text('id')],
  indexes: [],
  appendOnly: true,
}
const keyOf = (table: string, column: string) => ({
  name: `${table}_${column}_fkey`,
  columns: [column],
  table: 'farm',
  references: ['code'],
})
const newFarm: Table = {
  ...farm,
  columns: [
    ...farm.columns,
    text('village', { notNull: false, maxLength: 9 }),
    integer('fields', { min: 0 }),
    text('part_of', { notNull: false }),
  ],
  indexes: [...farm.indexes, indexOn('farm', ['village', 'id'])],
  foreignKeys: [keyOf('farm', 'part_of')],
}
const newDiary: Table = { ...diary, columns: [...diary.columns, text('mood')] }
const field: Table = {
  name: 'field',
  columns: [text('id'), text('farm_code')],
  primaryKey: ['id'],
  indexes: [indexOn('field', ['farm_code'])],
  foreignKeys: [keyOf('field', 'farm_code')],
  search: false,
}

const migration = (name: string, operations: Operation[]): Migration => ({ name, checksum: name, operations })
const older = [migration('0001-farms', diffSchemas([], [farm, diary]))]
const additive = migration(
  '0002-fields',
  diffSchemas([farm, diary], [newFarm, newDiary, field], {
    fill: { farm: { fields: 3 }, diary: { mood: 'calm' } },
  }),
)
const newer = [...older, additive]

describe('an additive migration beside an older version', () => {
  let home: TestDatabase
  let db: Db
  let dialect: Dialect
  let other: pg.Client
  const progress: string[] = []

  beforeEach(async () => {
    home = await newDatabase('postgres')
    db = openPostgres(home.databaseUrl!, { size: 4, onIdleError: () => {} })
    dialect = await dialectOf(db)
    other = await connect()
    progress.length = 0
    await run(older)
    await dynamic(db).insertInto('farm').values({ id: 'a', code: 'A1' }).execute()
    await dynamic(db).insertInto('diary').values({ id: 'd' }).execute()
  })
  afterEach(async () => {
    await other.end()
    await db.destroy()
    await home.drop()
  })

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: home.databaseUrl })
    // One of them is ended by the server.
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const run = (migrations: readonly Migration[], steps: DataSteps = {}): Promise<string[]> =>
    migrate(db, dialect, {
      migrations,
      steps,
      now: () => new Date(),
      beforeChange: async () => {},
      onProgress: (message) => progress.push(message),
    })
  const rows = async (statement: string): Promise<unknown[]> => onServer(home.databaseUrl!, statement)
  const until = async (message: string): Promise<void> => {
    while (!progress.some((each) => each.includes(message))) await sleep(10)
  }
  const indexId = (): Promise<unknown[]> =>
    rows(
      `select indexrelid as id from pg_index where indexrelid = 'farm_village_id_idx'::regclass and indisvalid`,
    )
  /** As if the upgrade had been killed before it built the index. */
  const forgetIndex = (): Promise<unknown> =>
    other.query(`drop index farm_village_id_idx;
      insert into migration_step (step) values ('complete index farm.farm_village_id_idx')`)

  it('makes the same tables as on an empty database, and the older version starts on them and inserts its rows', async () => {
    expect(await run(newer)).toEqual(['0002-fields'])
    expect(await run(newer)).toEqual([])
    expect(await run(older)).toEqual([])
    await dynamic(db).insertInto('farm').values({ id: 'b', code: 'B2' }).execute()
    await dynamic(db).insertInto('diary').values({ id: 'e' }).execute()
    expect(await rows('select id, village, fields, part_of from farm order by id')).toEqual([
      { id: 'a', village: null, fields: '3', part_of: null },
      { id: 'b', village: null, fields: '3', part_of: null },
    ])
    expect(await rows('select mood from diary')).toEqual([{ mood: 'calm' }, { mood: 'calm' }])
    await expect(other.query(`update diary set mood = 'x'`)).rejects.toThrow('append-only')
    await expect(other.query(`update farm set part_of = 'nowhere'`)).rejects.toThrow('farm_part_of_fkey')
    expect(await shape(home)).toEqual(await shapeOfNew(newer))
  })

  it('makes no other statement wait longer than a second while it waits for a transaction', async () => {
    await other.query('begin')
    await other.query(`insert into farm (id, code) values ('c', 'C3')`)
    const upgrade = run(newer)
    await until('0002-fields waits for transactions that use farm')
    const waits: number[] = []
    for (let reads = 0; reads < 20; reads++) {
      const began = performance.now()
      await sql`select count(*) from farm`.execute(db)
      waits.push(performance.now() - began)
    }
    expect(Math.max(...waits)).toBeLessThan(1000)
    await other.query('commit')
    expect(await upgrade).toEqual(['0002-fields'])
    expect(await rows('select code, fields from farm order by code')).toEqual([
      { code: 'A1', fields: '3' },
      { code: 'C3', fields: '3' },
    ])
  })

  it('builds an index again whose build was killed, and waits for one that still goes on', async () => {
    await run(newer)
    await forgetIndex()
    const snapshot = await connect()
    // A build waits for transactions that are older.
    await snapshot.query('begin isolation level repeatable read; select 1')
    const build = 'create index concurrently farm_village_id_idx on farm (village, id)'
    const killed = expect(other.query(build)).rejects.toThrow('terminating connection')
    await untilBuilding(home)
    await onServer(home.databaseUrl!, `select pg_terminate_backend(pid) from pg_stat_progress_create_index`)
    await killed
    expect(await indexId()).toEqual([])
    await snapshot.query('commit')
    expect(await run(newer)).toEqual([])
    const [rebuilt] = await indexId()
    expect(rebuilt).toBeDefined()

    other = await connect()
    await forgetIndex()
    await snapshot.query('begin isolation level repeatable read; select 1')
    const building = other.query(build)
    await untilBuilding(home)
    const upgrade = run(newer)
    await until('farm_village_id_idx is still being built')
    const [{ id: begun } = {}] = (await rows(`select 'farm_village_id_idx'::regclass::oid as id`)) as {
      id?: unknown
    }[]
    await snapshot.query('commit')
    await Promise.all([upgrade, building])
    expect(await indexId()).toEqual([{ id: begun }])
    expect(await rows('select * from migration_step')).toEqual([])
    await snapshot.end()
  })

  it('is refused by an older version if a migration after it is not additive', async () => {
    const renamed = migration('0003-plots', [{ change: 'rename table', table: 'field', to: 'plot' }])
    await run(newer)
    await run([...newer, renamed])
    await expect(run(older)).rejects.toThrow('The database is newer than this version')
    await expect(run(newer)).rejects.toThrow('it knows 0003-plots')
  })

  it('may have a step in batches, of which the older version knows nothing', async () => {
    const step = migration('0003-steps', [{ change: 'data step', step: 'count' }])
    const besideOlder = true
    const steps: DataSteps = {
      count: {
        runs: 'in batches',
        besideOlder,
        run: async (tx) => {
          await dynamic(tx).updateTable('farm').set({ village: 'Anand' }).execute()
          return undefined
        },
      },
    }
    await run(newer)
    await other.query(`begin; update farm set fields = 4 where id = 'a'`)
    const upgrade = run([...newer, step], steps)
    await until('Upgrading the database: count')
    // An instance of the older version starts without waiting for the upgrade.
    expect(await run(older)).toEqual([])
    await other.query('commit')
    expect(await upgrade).toEqual(['0003-steps'])
    expect(await rows('select village, fields from farm')).toEqual([{ village: 'Anand', fields: '4' }])
  })

  it('does not break statements of the older version that return all columns', async () => {
    const all = () => dynamic(db).selectFrom('farm').selectAll().where('code', '=', 'A1').execute()
    const inTransaction = () =>
      db
        .transaction()
        .execute((tx) =>
          dynamic(tx)
            .updateTable('farm')
            .set({ code: 'A1' })
            .where('code', '=', 'A1')
            .returningAll()
            .execute(),
        )
    for (const read of [all, inTransaction]) expect(await read()).toEqual([{ id: 'a', code: 'A1' }])
    await run(newer)
    for (const read of [all, inTransaction]) expect(await read()).toMatchObject([{ id: 'a', code: 'A1' }])
  })
})

async function untilBuilding({ databaseUrl }: TestDatabase): Promise<void> {
  const waiting = `select 1 from pg_stat_progress_create_index as p join pg_locks as l using (pid)
    where p.index_relid <> 0 and l.locktype = 'virtualxid' and not l.granted`
  while ((await onServer(databaseUrl!, waiting)).length === 0) await sleep(20)
}

/** Columns, indexes and constraints, without defaults: only rows of older versions need them. */
const shape = ({ databaseUrl }: TestDatabase): Promise<unknown> =>
  onServer(
    databaseUrl!,
    `select relname, attname, format_type(atttypid, atttypmod), attnotnull::text from pg_attribute join pg_class on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0
    union all select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated::text from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select tablename, indexname, indexdef, '' from pg_indexes where schemaname = 'public' order by 1, 2, 3, 4`,
  )

async function shapeOfNew(migrations: readonly Migration[]): Promise<unknown> {
  const home = await newDatabase('postgres')
  const db = openPostgres(home.databaseUrl!, { size: 2, onIdleError: () => {} })
  try {
    const options = { migrations, now: () => new Date(), beforeChange: async () => {} }
    await migrate(db, await dialectOf(db), options)
    return await shape(home)
  } finally {
    await db.destroy()
    await home.drop()
  }
}
