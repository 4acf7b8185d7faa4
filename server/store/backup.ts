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
import { makePrivate } from './private-files.ts'

/** A copy that is complete or not there at all: written under another name, checked, synced, then renamed. */
export async function backUp(database: DatabaseSync, target: string): Promise<void> {
  const unfinished = `${target}.part`
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  rmSync(unfinished, { force: true })
  makePrivate(unfinished)
  await backup(database, unfinished)
  const copy = new DatabaseSync(unfinished)
  copy.exec('pragma journal_mode = delete') // one file, without companions that could get lost
  const verdict = copy.prepare('pragma integrity_check').get()?.['integrity_check']
  copy.close()
  if (verdict !== 'ok') throw new Error(`The backup ${target} is damaged: ${String(verdict)}`)
  const descriptor = openSync(unfinished, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(unfinished, target)
}

const prefix = 'before-migration-'
/** So many copies from before an upgrade are kept. */
const keptCopies = 3

/** Where the copy goes that is taken before an upgrade. */
export const copyBeforeMigration = (folder: string, now: Date): string =>
  join(folder, `${prefix}${now.toISOString().replaceAll(':', '')}.sqlite`)

/** Removes what a backup that was cut off left behind. */
export function removeUnfinished(folder: string): void {
  for (const name of namesIn(folder))
    if (/\.part(-journal|-wal|-shm)?$/.test(name)) rmSync(join(folder, name))
}

/** Removes all but the newest copies from before an upgrade; their names are in the order of time. */
export function removeOldCopies(folder: string): void {
  const copies = namesIn(folder).filter((name) => name.startsWith(prefix) && name.endsWith('.sqlite'))
  for (const name of copies.toSorted().slice(0, -keptCopies)) rmSync(join(folder, name))
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])
