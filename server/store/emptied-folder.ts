import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SchemaRefusal } from './migrate.ts'

/** Says, beside the database, that there has been one. */
const markName = 'agridesk.firm'

/**
 * A database that is missing or empty where there has been one is not a new firm: whoever registers first would become its
 * administrator, and what was lost would be noticed late.
 */
export function refuseEmptied(dataDir: string, fileName: string): void {
  const file = join(dataDir, fileName)
  if (sizeOf(file) > 0) return
  const evidence = [
    ...(existsSync(join(dataDir, markName)) ? [markName] : []),
    ...(sizeOf(`${file}-wal`) > 0 ? [`${fileName}-wal`] : []),
    ...(hasBackups(join(dataDir, 'backups')) ? ['backups'] : []),
  ]
  if (evidence.length === 0) return
  throw new SchemaRefusal(
    `${file} is ${existsSync(file) ? 'empty' : 'missing'}, but there has been a firm in ${dataDir} (${evidence.join(', ')}). Put the database or a backup of it in its place, or mount the right folder. To begin a new firm, set DATA_DIR to an empty folder, or empty this one.`,
  )
}

/** To be called once the database holds its tables: a first start that was interrupted before may be repeated. */
export function markFolder(dataDir: string, now: Date): void {
  const mark = join(dataDir, markName)
  if (existsSync(mark)) return
  const words = `There has been a database in this folder since ${now.toISOString()}. AgriDesk does not begin a new one here.\n`
  writeFileSync(mark, words, { mode: 0o600 })
}

const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0)

/** A copy that was not finished proves nothing. */
const hasBackups = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).some((name) => !name.endsWith('.part'))
