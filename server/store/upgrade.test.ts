import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { databaseNames, newDatabase } from '#testing/databases.ts'
import { startServer, type StartOptions } from '#testing/server-process.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { dialectOf } from './postgres-dialect.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite, writerOver } from './sqlite.ts'
import type { Db, Row } from './dialect.ts'
import { migrate } from './migrate.ts'
import { readMigrations, schemaOfMigrations } from './migrations.ts'
import { newId } from './new-id.ts'
import type { Table, TableColumn } from './table.ts'

/** The promise is 100,000 customers; the everyday test takes a few. */
const customers = Number(process.env['UPGRADE_CUSTOMERS'] ?? 300)
const kills = Number(process.env['UPGRADE_KILLS'] ?? 2)
/** The version that is upgraded from: most tables are made anew on the way from there. */
const older = readMigrations().slice(0, 3)
const rowsAtOnce = 200
/** Seconds that an upgrade may take. */
const longest = 60 + customers / 100

/** One row of a table, with one row of everything it refers to made before. */
class Filler {
  readonly #db: Db
  readonly #tables = new Map(schemaOfMigrations(older).map((table) => [table.name, table]))
  readonly #first = new Map<string, Row>()

  constructor(db: Db) {
    this.#db = db
  }

  async fill(name: string, count: number): Promise<void> {
    const parents = await this.#parentsOf(this.#tables.get(name)!)
    for (let from = 1; from <= count; from += rowsAtOnce) {
      const length = Math.min(rowsAtOnce, count - from + 1)
      const rows = Array.from({ length }, (_, at) => this.#row(this.#tables.get(name)!, parents, from + at))
      await this.#db.insertInto(name).values(rows).execute()
    }
  }

  async #parentsOf(table: Table): Promise<Row> {
    const cells: Row = {}
    for (const { table: parent, columns, references } of table.foreignKeys) {
      if (parent === table.name) continue
      const row = this.#first.get(parent) ?? (await this.#make(parent))
      for (const [at, column] of columns.entries()) cells[column] = row[references[at]!]!
    }
    return cells
  }

  async #make(name: string): Promise<Row> {
    const table = this.#tables.get(name)!
    const row = this.#row(table, await this.#parentsOf(table), 0)
    await this.#db.insertInto(name).values(row).execute()
    this.#first.set(name, row)
    return row
  }

  #row(table: Table, parents: Row, n: number): Row {
    const columns = table.columns.filter(({ computed }) => !computed)
    return Object.fromEntries(columns.map((column) => [column.name, parents[column.name] ?? cell(column, n)]))
  }
}

function cell({ name, type, notNull, oneOf, min }: TableColumn, n: number): Cell {
  if (name === 'id') return newId(new Date())
  if (oneOf) return oneOf[0]!
  if (type !== 'text') return notNull ? (min ?? 1) : null
  if (name.endsWith('_at')) return '2026-01-02T03:04:05.000Z'
  if (/visited|_on$|_day$|date/.test(name)) return notNull ? '2026-01-02' : null
  return notNull ? `${name.slice(0, 3)}${n}` : null
}

async function fingerprint(db: Db): Promise<string> {
  const { rows } = await sql<Row>`
    select id, version, customer_code, customer_name, created_at, updated_at from customer order by id`.execute(
    db,
  )
  return `${rows.length} ${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`
}

async function applied(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('migration').select('name').orderBy('name').execute()
  return rows.map((row) => String(row['name']))
}

describe.each(databaseNames)('an upgrade on %s', (name) => {
  it(
    `of ${customers} customers that is killed ${kills} times loses nothing`,
    async () => {
      const home = await newDatabase(name)
      // Killed processes leave what is on the disk, so it is on one.
      const dataDir = mkdtempSync(join(tmpdir(), 'agridesk-upgrade-'))
      const file = join(dataDir, 'agridesk.sqlite')
      const open = (): Db =>
        home.databaseUrl
          ? openPostgres(home.databaseUrl, { size: 4, onIdleError: () => {} })
          : writerOver(openSqlite(file, 'writer')).db
      const looking = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
        const db = open()
        try {
          return await work(db)
        } finally {
          await db.destroy()
        }
      }
      try {
        const before = await looking(async (db) => {
          const dialect = home.databaseUrl ? await dialectOf(db) : sqliteDialect
          await migrate(db, dialect, {
            migrations: older,
            now: () => new Date(),
            beforeChange: async () => {},
          })
          await new Filler(db).fill('customer', customers)
          return fingerprint(db)
        })
        const environment = { DATA_DIR: dataDir, ...(home.databaseUrl && { DATABASE_URL: home.databaseUrl }) }
        for (let kill = 1; kill <= kills; kill++) {
          await killWhile(environment, `${readMigrations()[older.length + kill * 2]!.name} (`)
          expect(await looking(fingerprint)).toBe(before)
        }
        const server = await startServer(environment, undefined, { seconds: longest })
        await server.stop()
        expect(await looking(fingerprint)).toBe(before)
        expect(await looking(applied)).toEqual(readMigrations().map((each) => each.name))
        if (home.databaseUrl) return
        const checked = new DatabaseSync(file)
        expect(checked.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
        expect(checked.prepare('pragma foreign_key_check').all()).toEqual([])
        checked.close()
      } finally {
        rmSync(dataDir, { recursive: true, force: true })
        await home.drop()
      }
    },
    120_000 + customers * 20,
  )
})

/** Starts the server and kills it as soon as it says that. */
async function killWhile(environment: Record<string, string>, sentence: string): Promise<void> {
  const onOutput: StartOptions['onOutput'] = (output, kill) => {
    if (output.includes(sentence)) kill()
  }
  await startServer(environment, undefined, { onOutput, seconds: longest }).then(
    (server) => server.stop('SIGKILL'),
    () => 'killed',
  )
}
