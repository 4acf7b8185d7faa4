import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ownNames = /^(agridesk\.|backups$|rehearsal-|drill-)/
const isOwnName = (name: string): boolean => ownNames.test(name)

/**
 * Restricts the data folder and its files to our user, because they contain password hashes and second-factor secrets. The mode
 * of a folder with other files in it is not changed; our files in it are restricted all the same.
 */
export function openPrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const names = readdirSync(folder)
  if (names.every(isOwnName)) restrict(folder, 0o700)
  for (const name of names.filter(isOwnName)) restrictAll(join(folder, name))
}

function restrictAll(path: string): void {
  const isFolder = statSync(path).isDirectory()
  restrict(path, isFolder ? 0o700 : 0o600)
  if (isFolder) for (const name of readdirSync(path)) restrictAll(join(path, name))
}

/** Creates an empty private file for SQLite to fill; SQLite gives the files beside it the same mode. */
export function createPrivateFile(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
}

/** Files of another user, as on a mounted volume, keep their mode. */
function restrict(path: string, mode: number): void {
  const { mode: current, uid } = statSync(path)
  const isOwner = uid === process.getuid?.()
  if (isOwner && (current & 0o777 & ~mode) !== 0) chmodSync(path, mode)
}
