import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseNames, newDatabase, type DatabaseName, type TestDatabase } from '#testing/databases.ts'
import { tempFolder } from '#testing/files/temp-folder.ts'
import { dynamic, type Db, type Dialect } from '../dialect.ts'
import { migrate } from './migrate.ts'
import { migrationsFolder, readMigrations, schemaOfMigrations, type Migration } from './migrations.ts'
import { openStore } from '../open-store.ts'
import { postgresDialect } from '../postgres/postgres-dialect.ts'
import { openPostgres } from '../postgres/postgres.ts'
import type { Operation } from './operations.ts'
import { diffSchemas } from './schema-diff.ts'
import { schemaOfCatalogue } from './schema-of-catalogue.ts'
import { sqliteDialect } from '../sqlite/sqlite-dialect.ts'
import { openSqlite, createWriter } from '../sqlite/sqlite.ts'
import { text, type Table } from './table.ts'

const now = (): Date => new Date('2026-11-15T06:00:00Z')

describe('the committed migrations', () => {
  it('result in the schema of the catalogue, with nothing left to generate', () => {
    expect(diffSchemas(schemaOfMigrations(readMigrations()), schemaOfCatalogue())).toEqual([])
  })

  it('have the checksums that databases recorded when they applied them', () => {
    const released = readMigrations().filter(({ name }) => name < '0020')
    const checksums = released.map(({ name, checksum }) => `${name} ${checksum}`).join('\n')
    expect(createHash('sha256').update(checksums).digest('hex')).toBe(
      '9f406f8b251b02c7d75cdb7a2440fe12e7025256d6e72a473978a59d8c91fc97',
    )
  })

  it('have the same checksum in another layout', () => {
    const folder = pathToFileURL(`${tempFolder('agridesk-migrations-')}/`)
    for (const { name, operations } of readMigrations())
      writeFileSync(new URL(`${name}.json`, folder), JSON.stringify(operations))
    const checksums = (migrations: Migration[]): string[] => migrations.map(({ checksum }) => checksum)
    expect(checksums(readMigrations(folder))).toEqual(checksums(readMigrations()))
  })

  it('use names that PostgreSQL does not truncate', () => {
    const names = schemaOfCatalogue().flatMap((table) => [
      table.name,
      ...table.indexes.map((index) => index.name),
      ...table.foreignKeys.map((key) => key.name),
      ...table.columns.map((column) => `${table.name}_${column.name}_check`),
    ])
    expect(names.filter((name) => name.length > 63)).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('a required column on a table that has rows', () => {
  it('is refused until a value for those rows is given', () => {
    const before = schemaOfCatalogue()
    const after = before.map((table) =>
      table.name === 'city' ? { ...table, columns: [...table.columns, text('pin')] } : table,
    )
    expect(() => diffSchemas(before, after)).toThrow('Existing rows need a value for city.pin')
    expect(diffSchemas(before, after, { fill: { city: { pin: '0' } } })).toEqual([
      { change: 'add column', table: 'city', column: text('pin'), fill: '0' },
    ])
  })
})

/** A database for each test, opened as a store or directly. */
function databasePerTest(name: DatabaseName, options: { isReady: boolean }) {
  let home: TestDatabase
  beforeEach(async () => {
    home = await newDatabase(name, options)
  })
  afterEach(() => home.drop())
  const open = () =>
    openStore({ dataDir: home.dataDir, databaseUrl: home.databaseUrl, now, onTrouble: () => {} })
  const raw = async (work: (db: Db, dialect: Dialect) => Promise<void>): Promise<void> => {
    const isPostgres = home.databaseUrl !== undefined
    const db = isPostgres
      ? openPostgres(home.databaseUrl!, { size: 4, onIdleError: () => {} })
      : createWriter(openSqlite(join(home.dataDir, 'agridesk.sqlite'), 'writer')).db
    await work(db, isPostgres ? postgresDialect : sqliteDialect)
    await db.destroy()
  }
  return { open, raw }
}

describe.each(databaseNames)('migrating %s', (name) => {
  const { open, raw } = databasePerTest(name, { isReady: false })

  it('creates every table, and changes nothing on a second start', async () => {
    await (await open()).close()
    const store = await open()
    const rows = await dynamic(store.read).selectFrom('migration').selectAll().execute()
    expect(rows).toHaveLength(readMigrations().length)
    await store.close()
  })

  it('runs once when several instances start at the same moment', async () => {
    if (name === 'sqlite') return // one process owns the file, see below
    const stores = await Promise.all([open(), open(), open()])
    const rows = await dynamic(stores[0]!.read).selectFrom('migration').selectAll().execute()
    expect(rows).toHaveLength(readMigrations().length)
    await Promise.all(stores.map((store) => store.close()))
  })

  it('preserves rows, references and search when a table is rebuilt, and changes nothing when that fails', async () => {
    const parent = table('farm', [text('id'), text('code'), text('search_text')], true)
    const child: Table = {
      ...table('field', [text('id'), text('farm_code')]),
      foreignKeys: [
        { name: 'field_farm_code_fkey', columns: ['farm_code'], table: 'farm', references: ['code'] },
      ],
    }
    const wider: Table = {
      ...parent,
      columns: [
        ...parent.columns.slice(0, 1),
        text('code', { maxLength: 5 }),
        text('village'),
        parent.columns[2]!,
      ],
    }
    const steps: Migration[] = [
      step('0001-first', [
        { change: 'create', table: parent },
        { change: 'create', table: child },
      ]),
      step('0002-second', [{ change: 'alter', before: parent, after: wider, fill: { village: 'Anand' } }]),
    ]
    const broken = step('0003-third', [
      { change: 'create', table: table('barn', [text('id')]) },
      {
        change: 'alter',
        before: wider,
        after: {
          ...wider,
          columns: wider.columns.map((column) =>
            column.name === 'code' ? { ...column, maxLength: 1 } : column,
          ),
        },
        fill: {},
      },
    ])
    await raw(async (typed, dialect) => {
      const db = dynamic(typed)
      const run = (migrations: Migration[]) =>
        migrate(typed, dialect, { migrations, now, beforeChange: async () => {} })
      await run(steps.slice(0, 1))
      await db.insertInto('farm').values({ id: 'f', code: 'A1', search_text: 'green acres' }).execute()
      await db.insertInto('field').values({ id: 'c', farm_code: 'A1' }).execute()
      expect(await run(steps)).toEqual(['0002-second'])
      const seen = async () => [
        await db.selectFrom('farm').select(['id', 'code', 'village']).execute(),
        await db.selectFrom('field').select(['id', 'farm_code']).execute(),
        (
          await db
            .selectFrom('farm')
            .select('id')
            .where(
              (await dialect.searchCondition(typed, { name: 'farm', large: true } as never, 'een ac')).test(),
            )
            .execute()
        ).length,
      ]
      const whole = [[{ id: 'f', code: 'A1', village: 'Anand' }], [{ id: 'c', farm_code: 'A1' }], 1]
      expect(JSON.parse(JSON.stringify(await seen()))).toEqual(whole)
      await expect(
        db.insertInto('field').values({ id: 'd', farm_code: 'nowhere' }).execute(),
      ).rejects.toThrow()
      await expect(run([...steps, broken])).rejects.toThrow()
      expect(JSON.parse(JSON.stringify(await seen()))).toEqual(whole)
      expect(await run(steps)).toEqual([])
    })
  })
})

describe.each(databaseNames)('an upgrade that fails on %s', (name) => {
  const { raw } = databasePerTest(name, { isReady: false })

  it('leaves the database to the old version, whichever of its migrations fails, and says how far it is', async () => {
    const old = [step('0001-farm', [{ change: 'create table', table: table('farm', [text('id')]) }])]
    const barn = step('0002-barn', [{ change: 'create table', table: table('barn', [text('id')]) }])
    const broken = step('0003-broken', [{ change: 'create table', table: table('farm', [text('id')]) }])
    await raw(async (db, dialect) => {
      const progress: unknown[] = []
      const run = (migrations: Migration[]) =>
        migrate(db, dialect, {
          migrations,
          now,
          beforeChange: async () => {},
          onProgress: (...report) => progress.push(report),
        })
      await run(old)
      expect(progress).toEqual([])
      await expect(run([...old, barn, broken])).rejects.toThrow('already exists')
      expect(progress).toEqual([
        ['Upgrading the database: 0002-barn (1 of 2)…', 0],
        ['Upgrading the database: 0003-broken (2 of 2)…', 50],
      ])
      expect(await run(old)).toEqual([])
      // Additive migrations are applied one by one: the old version can run beside each of them.
      const isOnline = name === 'postgres'
      expect(await run([...old, barn])).toEqual(isOnline ? [] : ['0002-barn'])
      const renamed = step('0003-shed', [{ change: 'rename table', table: 'barn', to: 'shed' }])
      expect(await run([...old, barn, renamed])).toEqual(['0003-shed'])
      await expect(run(old)).rejects.toThrow('The way back to this one: stop the server')
    })
  })
})

describe.each(databaseNames)('a database of this version on %s', (name) => {
  const { open, raw } = databasePerTest(name, { isReady: true })

  it.each([
    [
      'a missing column',
      'alter table industry rename column industry_name to title',
      'column industry.industry_name is missing',
    ],
    [
      'an unknown column',
      'alter table industry add column extra text',
      'column industry.extra is not known to this version',
    ],
    ['a missing index', 'drop index zone_country_code_idx', 'index zone_country_code_idx is missing'],
    ['a missing table', 'drop table contact_message', 'table contact_message is missing'],
  ])('refuses to run on %s, with a message', async (_what, statement, message) => {
    await raw(async (db) => {
      await sql.raw(statement).execute(db)
    })
    await expect(open()).rejects.toThrow(message)
  })

  it('refuses to run with an incomplete search index', async () => {
    if (name === 'postgres') return // search works without its index there, only slower
    await raw(async (db) => {
      await sql.raw('drop trigger customer_search_update').execute(db)
    })
    await expect(open()).rejects.toThrow('the search index of customer is incomplete')
  })

  it('refuses a newer schema and a migration that was changed afterwards', async () => {
    const change = (...statements: string[]) =>
      raw(async (db) => {
        for (const statement of statements) await sql.raw(statement).execute(db)
      })
    // As recorded by a version that compared the text of the file.
    await change(
      ...readMigrations().map(
        ({ name: each, textChecksum }) =>
          `update migration set checksum = '${textChecksum}' where name = '${each}'`,
      ),
    )
    await (await open()).close()
    await change(`update migration set checksum = 'other' where name like '0001-%'`)
    await expect(open()).rejects.toThrow('was changed after it had run on this database')
    await change(`update migration set name = '9999-future' where name like '0001-%'`)
    await expect(open()).rejects.toThrow(
      'The database is newer than this version of AgriDesk (it knows 9999-future)',
    )
  })
})

describe('the embedded database', () => {
  it('belongs to one process: a second is refused with a message', async () => {
    const home = await newDatabase('sqlite', { isReady: true })
    const options = { dataDir: home.dataDir, now, onTrouble: () => {} }
    const store = await openStore(options)
    await expect(openStore(options)).rejects.toThrow('Another AgriDesk is already running on')
    await store.close()
    await (await openStore(options)).close()
    await home.drop()
  })

  it('is backed up before a migration changes it', async () => {
    const home = await newDatabase('sqlite', { isReady: true })
    const options = { dataDir: home.dataDir, now, onTrouble: () => {} }
    const folder = pathToFileURL(`${mkdtempSync(join(tmpdir(), 'agridesk-migrations-'))}/`)
    for (const file of readdirSync(migrationsFolder))
      copyFileSync(new URL(file, migrationsFolder), new URL(file, folder))
    writeFileSync(
      new URL('0999-add-barn.json', folder),
      JSON.stringify([{ change: 'create', table: table('barn', [text('id')]) }]),
    )
    await (await openStore({ ...options, migrations: readMigrations(folder) })).close()
    expect(readdirSync(join(home.dataDir, 'backups'))).toEqual([
      'before-migration-2026-11-15T060000.000Z.sqlite',
    ])
    await home.drop()
  })
})

function table(name: string, columns: Table['columns'], search = false): Table {
  const indexes = columns.some((column) => column.name === 'code')
    ? [{ name: `${name}_code_key`, columns: ['code'], unique: true }]
    : []
  return { name, columns, primaryKey: ['id'], indexes, foreignKeys: [], search }
}

function step(name: string, operations: Operation[]): Migration {
  return { name, checksum: name, operations }
}
