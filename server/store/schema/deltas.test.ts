import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseNames, newDatabase, type TestDatabase } from '#testing/databases.ts'
import { dynamic, type Db, type Dialect, type DynamicDb } from '../dialect.ts'
import { dialectOf } from '../postgres/postgres-dialect.ts'
import { openPostgres } from '../postgres/postgres.ts'
import { sqliteDialect } from '../sqlite/sqlite-dialect.ts'
import { createWriter, openSqlite } from '../sqlite/sqlite.ts'
import type { DataSteps } from './data-steps.ts'
import { migrate } from './migrate.ts'
import type { Migration } from './migrations.ts'
import { describeOperation, type Operation } from './operations.ts'
import { diffSchemas, findDrift, type Intentions } from './schema-diff.ts'
import { indexOn, integer, text, type Table } from './table.ts'

const farm: Table = {
  name: 'farm',
  columns: [
    text('id'),
    text('code', { maxLength: 5 }),
    text('search_text'),
    text('seen_on', { notNull: false }),
    integer('days', { notNull: false }),
    integer('due', { notNull: false, computed: { day: 'seen_on', plus: 'days' } }),
  ],
  primaryKey: ['id'],
  indexes: [indexOn('farm', ['code'], true), indexOn('farm', ['due', 'id'])],
  foreignKeys: [],
  search: true,
}
const field: Table = {
  name: 'field',
  columns: [text('id'), text('farm_code')],
  primaryKey: ['id'],
  indexes: [indexOn('field', ['farm_code'])],
  foreignKeys: [
    { name: 'field_farm_code_fkey', columns: ['farm_code'], table: 'farm', references: ['code'] },
  ],
  search: false,
}
const diary: Table = {
  name: 'diary',
  columns: [text('id'), text('entry')],
  primaryKey: ['id'],
  indexes: [],
  foreignKeys: [],
  search: false,
  appendOnly: true,
}

/** The farm with its code under another name. */
const numberedFarm: Table = {
  ...farm,
  columns: farm.columns.map((column) => (column.name === 'code' ? { ...column, name: 'number' } : column)),
  indexes: [indexOn('farm', ['number'], true), farm.indexes[1]!],
}
const fieldOfNumber: Table = {
  ...field,
  foreignKeys: [{ ...field.foreignKeys[0]!, references: ['number'] }],
}
const renameCode: Operation = { change: 'rename column', table: 'farm', column: 'code', to: 'number' }

describe('the difference between two schemas', () => {
  it('is one rename if the author states it, also for what refers to the column', () => {
    const renames = [renameCode]
    const operations = diffSchemas([farm, field], [numberedFarm, fieldOfNumber], { renames })
    expect(operations.map(describeOperation)).toEqual([
      'rename column farm.code to number',
      'rename index farm.farm_code_key to farm_number_key',
    ])
  })

  it('is refused if a column or a table would be dropped with its data', () => {
    const without = { ...farm, columns: farm.columns.filter(({ name }) => name !== 'days') }
    expect(() => diffSchemas([farm], [numberedFarm])).toThrow(
      'Column farm.code would be dropped with its data. If it has another name now, pass --rename-column farm.code=new_name; if its data is not needed, --drop-column farm.code',
    )
    expect(() => diffSchemas([farm], [without])).toThrow('--drop-column farm.days')
    expect(diffSchemas([farm], [without], { drops: ['farm.days'] }).map(describeOperation)).toEqual([
      'drop column farm.days',
    ])
    expect(() => diffSchemas([farm, diary], [farm])).toThrow(
      'Table diary would be dropped with its data. If it has another name now, pass --rename-table diary=new_name; if its data is not needed, --drop-table diary',
    )
    expect(diffSchemas([farm, diary], [farm], { drops: ['diary'] })).toEqual([
      { change: 'drop table', table: 'diary' },
    ])
  })

  it('is refused if a rename names something that does not exist, or exists already', () => {
    const rename = (column: string, to: string) => () =>
      diffSchemas([farm], [farm], { renames: [{ change: 'rename column', table: 'farm', column, to }] })
    expect(rename('cod', 'number')).toThrow('There is no cod in table farm')
    expect(rename('code', 'days')).toThrow('There is already a days in table farm')
    expect(() =>
      diffSchemas([farm], [farm], { renames: [{ change: 'rename table', table: 'barn', to: 'farm' }] }),
    ).toThrow('There is no table barn')
  })

  it('does not depend on the order of columns, and refuses another primary key or computation', () => {
    expect(diffSchemas([farm], [{ ...farm, columns: farm.columns.toReversed() }])).toEqual([])
    expect(() => diffSchemas([farm], [{ ...farm, primaryKey: ['code'] }])).toThrow('The primary key of farm')
    const other = integer('due', { notNull: false, computed: { day: 'seen_on', plus: 'due' } })
    const columns = farm.columns.with(5, other)
    expect(() => diffSchemas([farm], [{ ...farm, columns }])).toThrow('Computed column farm.due')
  })
})

describe.each(databaseNames)('a migration by deltas on %s', (name) => {
  let home: TestDatabase
  let typed: Db
  let db: DynamicDb
  let dialect: Dialect
  const done: Migration[] = []

  beforeEach(async () => {
    home = await newDatabase(name)
    typed = home.databaseUrl
      ? openPostgres(home.databaseUrl, { size: 4, onIdleError: () => {} })
      : createWriter(openSqlite(join(home.dataDir, 'agridesk.sqlite'), 'writer')).db
    dialect = home.databaseUrl ? await dialectOf(typed) : sqliteDialect
    db = dynamic(typed)
    done.length = 0
    await apply(diffSchemas([], [farm, field, diary]))
    for (const code of ['A1', 'B2'])
      await db
        .insertInto('farm')
        .values({
          id: code,
          code,
          search_text: `green acres ${code.toLowerCase()}`,
          seen_on: code === 'A1' ? '2026-01-01' : null,
          days: 7,
        })
        .execute()
    await db.insertInto('field').values({ id: 'f', farm_code: 'A1' }).execute()
    await db.insertInto('diary').values({ id: 'd', entry: 'rain' }).execute()
  })
  afterEach(async () => {
    await typed.destroy()
    await home.drop()
  })

  /** Applies one more migration, which also checks that the tables are as the operations say. */
  async function apply(operations: Operation[], steps: DataSteps = {}): Promise<void> {
    const migration = { name: String(done.length + 1).padStart(4, '0'), checksum: 'x', operations }
    const options = { steps, now: () => new Date(), beforeChange: async () => {} }
    await migrate(typed, dialect, { migrations: [...done, migration], ...options })
    done.push(migration)
  }
  const change = (before: Table[], after: Table[], intentions?: Intentions): Promise<void> =>
    apply(diffSchemas(before, after, intentions))
  const rows = async (table: string, ...columns: string[]): Promise<unknown[]> => {
    const found = await db.selectFrom(table).select(columns).orderBy('id').execute()
    return found.map((row) => columns.map((column) => row[column]))
  }
  const found = async (table: string, needle: string): Promise<unknown[]> => {
    const { test } = await dialect.searchCondition(typed, { name: table, large: true } as never, needle)
    return (await db.selectFrom(table).select('id').where(test()).execute()).map(({ id }) => id)
  }
  const insert = (table: string, row: Record<string, string | number>): Promise<unknown> =>
    db.insertInto(table).values(row).execute()

  it('renames a column with its data, its checks, its indexes and the references to it', async () => {
    await change([farm, field, diary], [numberedFarm, fieldOfNumber, diary], { renames: [renameCode] })
    expect(await rows('farm', 'id', 'number', 'due')).toEqual([
      ['A1', 'A1', 20454 + 7],
      ['B2', 'B2', null],
    ])
    expect(await found('farm', 'acres b2')).toEqual(['B2'])
    const more = { search_text: 'x', days: 1 }
    await expect(insert('farm', { id: 'x', number: 'A1', ...more })).rejects.toSatisfy(
      (error) => dialect.explain(error)?.kind === 'duplicate',
    )
    await expect(insert('farm', { id: 'x', number: 'TOO LONG', ...more })).rejects.toThrow()
    await expect(insert('field', { id: 'x', farm_code: 'Z' })).rejects.toThrow()
    await insert('field', { id: 'g', farm_code: 'B2' })
    // A later change finds the check under its new name.
    const wider: Table = {
      ...numberedFarm,
      columns: numberedFarm.columns.with(1, text('number', { maxLength: 8 })),
    }
    await change([numberedFarm, fieldOfNumber, diary], [wider, fieldOfNumber, diary])
    await insert('farm', { id: 'x', number: 'TOO LONG', ...more })
    expect(await rows('field', 'id', 'farm_code')).toEqual([
      ['f', 'A1'],
      ['g', 'B2'],
    ])
  })

  it('renames a column that a computed column uses', async () => {
    const columns = farm.columns
      .with(3, text('visited_on', { notNull: false }))
      .with(5, integer('due', { notNull: false, computed: { day: 'visited_on', plus: 'days' } }))
    const renames: Operation[] = [
      { change: 'rename column', table: 'farm', column: 'seen_on', to: 'visited_on' },
    ]
    const operations = diffSchemas([farm, field, diary], [{ ...farm, columns }, field, diary], { renames })
    expect(operations).toEqual(renames)
    await apply(operations)
    await db.updateTable('farm').set({ visited_on: '2026-01-02' }).where('id', '=', 'B2').execute()
    expect(await rows('farm', 'visited_on', 'due')).toEqual([
      ['2026-01-01', 20454 + 7],
      ['2026-01-02', 20455 + 7],
    ])
  })

  it('renames tables with their data, their search, their triggers and the foreign keys to them', async () => {
    const estate: Table = {
      ...farm,
      name: 'estate',
      indexes: [indexOn('estate', ['code'], true), indexOn('estate', ['due', 'id'])],
    }
    const fieldOfEstate = { ...field, foreignKeys: [{ ...field.foreignKeys[0]!, table: 'estate' }] }
    const journal = { ...diary, name: 'journal' }
    const renames: Operation[] = [
      { change: 'rename table', table: 'farm', to: 'estate' },
      { change: 'rename table', table: 'diary', to: 'journal' },
    ]
    await change([farm, field, diary], [estate, fieldOfEstate, journal], { renames })
    expect(await rows('estate', 'id', 'code')).toEqual([
      ['A1', 'A1'],
      ['B2', 'B2'],
    ])
    expect(await rows('field', 'id', 'farm_code')).toEqual([['f', 'A1']])
    await insert('estate', { id: 'C3', code: 'C3', search_text: 'blue acres c3', days: 1 })
    expect(await found('estate', 'acres c3')).toEqual(['C3'])
    await insert('field', { id: 'g', farm_code: 'C3' })
    await expect(insert('field', { id: 'x', farm_code: 'Z' })).rejects.toThrow()
    await expect(db.deleteFrom('estate').where('id', '=', 'A1').execute()).rejects.toThrow()
    await insert('journal', { id: 'e', entry: 'sun' })
    await expect(db.deleteFrom('journal').execute()).rejects.toThrow('journal is append-only')
    // The old name is free again, also for everything derived from it.
    await change([estate, fieldOfEstate, journal], [estate, fieldOfEstate, journal, farm, diary])
    expect(await rows('farm', 'id')).toEqual([])
  })

  it('adds, changes and drops columns, indexes, foreign keys, search and append-only triggers', async () => {
    const other: Table = {
      ...farm,
      columns: [
        ...farm.columns.filter(({ name: each }) => each !== 'due' && each !== 'days'),
        integer('rank', { min: 1 }),
        text('note', { notNull: false }),
        text('parent', { notNull: false }),
      ].map((column) => (column.name === 'seen_on' ? { ...column, notNull: true } : column)),
      indexes: [farm.indexes[0]!, indexOn('farm', ['parent'])],
      foreignKeys: [{ name: 'farm_parent_fkey', columns: ['parent'], table: 'farm', references: ['code'] }],
      search: false,
    }
    const fill = { farm: { rank: 3, seen_on: '2026-02-02', note: 'old' } }
    const { appendOnly: _, ...openDiary } = diary
    await change([farm, field, diary], [other, field, openDiary], { fill, drops: ['farm.days'] })
    expect(await rows('farm', 'id', 'seen_on', 'rank', 'note')).toEqual([
      ['A1', '2026-01-01', 3, 'old'],
      ['B2', '2026-02-02', 3, 'old'],
    ])
    const row = { search_text: 'x', seen_on: '2026-01-01', rank: 1 }
    await insert('farm', { id: 'C3', code: 'C3', ...row, parent: 'A1' })
    await expect(insert('farm', { id: 'x', code: 'X', ...row, parent: 'Z' })).rejects.toThrow()
    await db.deleteFrom('diary').execute()
    await change([other, field, openDiary], [farm, field, diary], {
      drops: ['farm.rank', 'farm.note', 'farm.parent'],
    })
    expect(await found('farm', 'acres b2')).toEqual(['B2'])
    await insert('diary', { id: 'e', entry: 'sun' })
    await expect(db.deleteFrom('diary').execute()).rejects.toThrow('diary is append-only')
  })

  it('forgets the values of a column that is dropped and added again', async () => {
    await apply([
      { change: 'drop index', table: 'farm', index: 'farm_due_id_idx' },
      { change: 'drop column', table: 'farm', column: 'due' },
      { change: 'drop column', table: 'farm', column: 'days' },
      { change: 'add column', table: 'farm', column: integer('days', { notNull: false }) },
    ])
    expect(await rows('farm', 'id', 'days')).toEqual([
      ['A1', null],
      ['B2', null],
    ])
  })

  it('runs a data step at its place, in its transaction', async () => {
    const steps: DataSteps = {
      'note-codes': {
        runs: 'in transaction',
        run: async (tx) => {
          await sql`update farm set note = code || '!'`.execute(tx)
        },
      },
      'lose-farms': {
        runs: 'in transaction',
        run: async (tx) => {
          await sql`delete from farm where code = 'A1'`.execute(tx)
        },
      },
    }
    const added: Operation = { change: 'add column', table: 'farm', column: text('note', { notNull: false }) }
    const filled: Operation = {
      change: 'change column',
      table: 'farm',
      column: text('note', { maxLength: 9 }),
    }
    const noteCodes: Operation = { change: 'data step', step: 'note-codes' }
    // The farm still has a field: nothing of this migration remains.
    await expect(
      apply([added, noteCodes, { change: 'data step', step: 'lose-farms' }], steps),
    ).rejects.toThrow()
    await apply([added, noteCodes, filled], steps)
    expect(await rows('farm', 'id', 'note')).toEqual([
      ['A1', 'A1!'],
      ['B2', 'B2!'],
    ])
    await expect(apply([{ change: 'data step', step: 'unknown' }])).rejects.toThrow(
      'There is no data step unknown',
    )
  })

  it('runs a data step in batches once, after the tables of all migrations, however many ask for it', async () => {
    const positions: (string | undefined)[] = []
    const steps: DataSteps = {
      'note-codes': {
        runs: 'in batches',
        run: async (tx, _dialect, position) => {
          positions.push(position)
          const next = position === undefined ? 'A1' : position === 'A1' ? 'B2' : undefined
          if (next !== undefined) await sql`update farm set note = code where id = ${next}`.execute(tx)
          return next
        },
      },
    }
    const noteCodes: Operation = { change: 'data step', step: 'note-codes' }
    const column = text('note', { notNull: false })
    const migrations = [
      ...done,
      { name: '0002', checksum: 'x', operations: [noteCodes] },
      {
        name: '0003',
        checksum: 'x',
        operations: [{ change: 'add column', table: 'farm', column }, noteCodes],
      },
    ] as Migration[]
    const options = { migrations, steps, now: () => new Date(), beforeChange: async () => {} }
    const messages: string[] = []
    const run = (): Promise<string[]> =>
      migrate(typed, dialect, { ...options, onProgress: (message) => messages.push(message) })
    expect(await run()).toEqual(['0002', '0003'])
    expect(positions).toEqual([undefined, 'A1', 'B2'])
    expect(messages.at(-1)).toBe('Upgrading the database: note-codes…')
    expect(await rows('farm', 'id', 'note')).toEqual([
      ['A1', 'A1'],
      ['B2', 'B2'],
    ])
    expect(await run()).toEqual([])
    expect(positions).toHaveLength(3)
  })

  it('still notices tables that were changed by hand', async () => {
    await change([farm, field, diary], [numberedFarm, fieldOfNumber, diary], { renames: [renameCode] })
    await sql`alter table farm rename column number to code`.execute(typed)
    await expect(apply([])).rejects.toThrow('column farm.number is missing')
    const messages = findDrift(dialect, [farm, field, diary], await dialect.inspect(typed))
    expect(messages).toEqual(['index farm_code_key is missing'])
  })
})
