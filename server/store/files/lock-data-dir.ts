import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SchemaError } from '../schema/migrate.ts'
import { sqliteDialect } from '../sqlite/sqlite-dialect.ts'
import { createPrivateFile } from './private-files.ts'

/** Refuses a second process on the data folder. The operating system releases this lock however the process ends. */
export function lockDataDir(dataDir: string): () => void {
  const path = join(dataDir, 'agridesk.lock')
  createPrivateFile(path)
  const lock = new DatabaseSync(path)
  try {
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = delete; begin exclusive')
  } catch (error) {
    lock.close()
    if (sqliteDialect.explain(error)?.kind !== 'unavailable') throw error
    throw new SchemaError(
      `Another AgriDesk is already running on ${dataDir}. Stop it first, or set DATA_DIR to another folder; several instances can share a PostgreSQL database (DATABASE_URL).`,
    )
  }
  return () => lock.close()
}
