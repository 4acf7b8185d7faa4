import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SchemaRefusal } from './migrate.ts'

/** Kept beside the database once a server has run on it: which state of which database was the last one here. */
export const stateFileName = 'agridesk.state'

/**
 * A database that is missing or empty where there has been one is not a new firm: the first to register would become its
 * administrator, and what was lost would be noticed late.
 */
export function refuseEmptied(dataDir: string, fileName: string): void {
  const file = join(dataDir, fileName)
  if (sizeOf(file) > 0) return
  const evidence = [
    ...(existsSync(join(dataDir, stateFileName)) ? [stateFileName] : []),
    ...(sizeOf(`${file}-wal`) > 0 ? [`${fileName}-wal`] : []),
    ...(hasBackups(join(dataDir, 'backups')) ? ['backups'] : []),
  ]
  if (evidence.length === 0) return
  throw new SchemaRefusal(
    `${file} is ${existsSync(file) ? 'empty' : 'missing'}, but there has been a firm in ${dataDir} (${evidence.join(', ')}). Put the database or a backup of it in its place, or mount the right folder. To begin a new firm, set DATA_DIR to an empty folder, or empty this one.`,
  )
}

const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0)

/** A copy that was not finished proves nothing. */
const hasBackups = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).some((name) => !name.endsWith('.part'))
