import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { fileName } from '../open-store.ts'
import { dialectOf } from '../postgres/postgres-dialect.ts'
import { openPostgres } from '../postgres/postgres.ts'
import { readMigrations } from '../schema/migrations.ts'
import { SchemaError } from '../schema/migrate.ts'
import { sqliteDialect } from '../sqlite/sqlite-dialect.ts'
import { createReader, openSqlite } from '../sqlite/sqlite.ts'
import type { Store } from '../store.ts'

export type ReadableStore = Pick<Store, 'read' | 'dialect' | 'close'>

/** Opens the database for a command that changes nothing; the server may be running. */
export async function openForReading({
  dataDir,
  databaseUrl,
}: {
  dataDir: string
  databaseUrl?: string | undefined
}): Promise<ReadableStore> {
  const store = databaseUrl === undefined ? openFile(dataDir) : await openServer(databaseUrl)
  try {
    await checkVersion(store)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

function openFile(dataDir: string): ReadableStore {
  const file = join(dataDir, fileName)
  if (!existsSync(file))
    throw new SchemaError(`There is no database in ${dataDir}. Set DATA_DIR to its folder.`)
  const read = createReader(openSqlite(file, 'reader'))
  return { read, dialect: sqliteDialect, close: () => read.destroy() }
}

async function openServer(databaseUrl: string): Promise<ReadableStore> {
  const read = openPostgres(databaseUrl, { size: 2, onIdleError: () => {} })
  const dialect = await dialectOf(read).catch(async (error: unknown) => {
    await read.destroy()
    throw error
  })
  return { read, dialect, close: () => read.destroy() }
}

async function checkVersion({ read }: ReadableStore): Promise<void> {
  const last = readMigrations().at(-1)?.name
  const { rows: tables } = await sql<{ name: string }>`select name from migration order by name desc`
    .execute(read)
    .catch(() => ({ rows: [] }))
  if (tables[0]?.name === last) return
  throw new SchemaError(
    tables.length === 0
      ? 'This is not a database of AgriDesk.'
      : `The database is of another version of AgriDesk (${tables[0]!.name}; this one has ${last}). Start this version once to upgrade it, or use the version that belongs to it.`,
  )
}
