import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'

/** A copy that is complete or not there at all: written under another name, checked, synced, then renamed. */
export async function backUp(database: DatabaseSync, target: string): Promise<void> {
  const unfinished = `${target}.part`
  mkdirSync(dirname(target), { recursive: true })
  rmSync(unfinished, { force: true })
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
