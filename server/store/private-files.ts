import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ownNames = /^(agridesk\.|backups$|rehearsal-)/
const isOwnName = (name: string): boolean => ownNames.test(name)

/**
 * The folder and what we keep in it are for our user only: it holds password hashes and secrets of second factors. A folder
 * that others use as well is left as it is; the files in it are closed all the same.
 */
export function openPrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const names = readdirSync(folder)
  if (names.every(isOwnName)) close(folder, 0o700)
  for (const name of names.filter(isOwnName)) {
    const path = join(folder, name)
    if (!statSync(path).isDirectory()) close(path, 0o600)
    else {
      close(path, 0o700)
      for (const inside of readdirSync(path)) close(join(path, inside), 0o600)
    }
  }
}

/** Makes an empty file that only we can read, for SQLite to fill; what it puts beside that gets the same mode. */
export function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
}

/** What belongs to somebody else, as on a mounted volume, keeps the mode its owner gave it. */
function close(path: string, mode: number): void {
  const { mode: current, uid } = statSync(path)
  const isOurs = uid === process.getuid?.()
  if (isOurs && (current & 0o777 & ~mode) !== 0) chmodSync(path, mode)
}
