import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { createPrivateFile } from './private-files.ts'

/** Writes a copy that is complete or absent: written under another name, checked, synced, then renamed. */
export async function backUp(
  database: DatabaseSync,
  target: string,
  onPercent: (percent: number) => void = () => {},
): Promise<void> {
  const partial = `${target}.part`
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  rmSync(partial, { force: true })
  createPrivateFile(partial)
  let shown = 0
  await backup(database, partial, {
    rate: 2000,
    progress: ({ totalPages, remainingPages }) => {
      const percent = Math.floor((1 - remainingPages / Math.max(1, totalPages)) * 100)
      if (percent < shown + 10) return
      shown = percent
      onPercent(percent)
    },
  })
  const copy = new DatabaseSync(partial)
  copy.exec('pragma journal_mode = delete') // a single file, without -wal and -shm
  const verdict = copy.prepare('pragma integrity_check').get()?.['integrity_check']
  copy.close()
  if (verdict !== 'ok') throw new Error(`The backup ${target} is damaged: ${String(verdict)}`)
  const descriptor = openSync(partial, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(partial, target)
}

const prefix = 'before-migration-'
/** Number of copies from before an upgrade that are retained. */
const maxCopies = 3

/** The path of the copy made before an upgrade. */
export const copyBeforeMigration = (folder: string, now: Date): string =>
  join(folder, `${prefix}${now.toISOString().replaceAll(':', '')}.sqlite`)

/** Removes the remains of an interrupted backup. */
export function removeUnfinished(folder: string): void {
  for (const name of namesIn(folder))
    if (/\.part(-journal|-wal|-shm)?$/.test(name)) rmSync(join(folder, name))
}

/** Removes all but the newest copies from before an upgrade; their names sort by time. */
export function removeOldCopies(folder: string): void {
  const copies = namesIn(folder).filter((name) => name.startsWith(prefix) && name.endsWith('.sqlite'))
  for (const name of copies.toSorted().slice(0, -maxCopies)) rmSync(join(folder, name))
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])
