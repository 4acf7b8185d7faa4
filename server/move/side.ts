import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db, Dialect } from '../store/dialect.ts'
import { stateFileName } from '../store/files/emptied-folder.ts'
import { lockDataDir } from '../store/files/lock-data-dir.ts'
import { createPrivateFile, openPrivateFolder } from '../store/files/private-files.ts'
import { fileName } from '../store/open-store.ts'
import { dialectOf } from '../store/postgres/postgres-dialect.ts'
import { openPostgres, serverName } from '../store/postgres/postgres.ts'
import { sqliteDialect } from '../store/sqlite/sqlite-dialect.ts'
import { createReader, createWriter, openSqlite } from '../store/sqlite/sqlite.ts'
import { MoveError } from './move-error.ts'

/** A database by its address, or an embedded one by its folder. */
export interface Place {
  dataDir: string
  databaseUrl: string | undefined
}

/** One of the two databases of a move, which no server may use meanwhile. */
export interface Side {
  /** Shown, and stored in the target; without a password. */
  name: string
  db: Db
  dialect: Dialect
  close: () => Promise<void>
}

export async function openSource(place: Place): Promise<Side> {
  if (place.databaseUrl !== undefined) return openOnPostgres(place.databaseUrl)
  const file = join(place.dataDir, fileName)
  if (!existsSync(file))
    throw new MoveError(`There is no database in ${place.dataDir}. Set DATA_DIR to its folder.`)
  const unlock = lockDataDir(place.dataDir)
  const db = createReader(openSqlite(file, 'reader'))
  return { ...embedded(place.dataDir), db, close: () => db.destroy().finally(unlock) }
}

export async function openTarget(place: Place): Promise<Side> {
  if (place.databaseUrl !== undefined) return openOnPostgres(place.databaseUrl)
  const { dataDir } = place
  const used = [stateFileName, 'backups'].find((name) => existsSync(join(dataDir, name)))
  if (used !== undefined)
    throw new MoveError(`${dataDir} has been used before (${used}). Move to an empty folder.`)
  openPrivateFolder(dataDir)
  const unlock = lockDataDir(dataDir)
  const file = join(dataDir, fileName)
  createPrivateFile(file)
  const database = openSqlite(file, 'writer')
  // References are checked at the end. A killed process loses nothing with `normal`; the end is written with `full`.
  database.exec('pragma foreign_keys = off; pragma synchronous = normal; pragma cache_size = -131072')
  const { db } = createWriter(database)
  const close = async (): Promise<void> => {
    database.exec('pragma synchronous = full; pragma wal_checkpoint(truncate)')
    // Kysely closes only what was used.
    await db.destroy()
    if (database.isOpen) database.close()
    unlock()
  }
  return { ...embedded(dataDir), db, close }
}

const embedded = (dataDir: string): Pick<Side, 'name' | 'dialect'> => ({
  name: `the embedded database in ${realpathSync(dataDir)}`,
  dialect: sqliteDialect,
})

async function openOnPostgres(url: string): Promise<Side> {
  const db = openPostgres(url, {
    size: 4,
    onIdleError: () => {},
    statementTimeout: 0,
    name: `${serverName} move`,
  })
  try {
    const { host, pathname } = new URL(url)
    const name = `the PostgreSQL database ${decodeURIComponent(pathname.slice(1))}${host === '' ? '' : ` on ${host}`}`
    return { name, db, dialect: await dialectOf(db), close: () => db.destroy() }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Refuses a PostgreSQL database to which a server is connected; the folder of an embedded one is locked by its server. */
export async function refuseServed({ db, dialect, name }: Side): Promise<void> {
  if (dialect.isEmbedded) return
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and application_name = ${serverName}`.execute(
    db,
  )
  if (rows.length > 0)
    throw new MoveError(`A server is connected to ${name}. Stop all instances first, then move.`)
}
