import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SchemaError } from '../schema/migrate.ts'

/** Stored beside the database once a server has run on it: which state of which database was the last one here. */
export const stateFileName = 'agridesk.state'

/**
 * Refuses to start if the database of a used folder is missing or empty: the first user to register would become
 * administrator of a new firm, and the loss would be noticed late.
 */
export function refuseEmptiedFolder(dataDir: string, fileName: string): void {
  const file = join(dataDir, fileName)
  if (sizeOf(file) > 0) return
  const evidence = [
    ...(existsSync(join(dataDir, stateFileName)) ? [stateFileName] : []),
    ...(sizeOf(`${file}-wal`) > 0 ? [`${fileName}-wal`] : []),
    ...(hasBackups(join(dataDir, 'backups')) ? ['backups'] : []),
  ]
  if (evidence.length === 0) return
  throw new SchemaError(
    `${file} is ${existsSync(file) ? 'empty' : 'missing'}, but ${dataDir} has been used before (${evidence.join(', ')}). Restore the database or a backup of it, or mount the right folder. To start a new firm, set DATA_DIR to an empty folder, or empty this one.`,
  )
}

const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0)

/** An unfinished copy does not count. */
const hasBackups = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).some((name) => !name.endsWith('.part'))
