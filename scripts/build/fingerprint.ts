import { createHash } from 'node:crypto'
import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'

/** Changes with any of these files, and those in these folders except tests. */
export function fingerprintOf(root: string, folders: readonly string[], files: readonly string[]): string {
  const hash = createHash('sha256')
  // One buffer for all: `npm start` computes it in the process that serves afterwards.
  const buffer = Buffer.allocUnsafe(2 ** 18)
  const add = (path: string): void => {
    hash.update(path)
    const file = openSync(join(root, path), 'r')
    try {
      for (let length; (length = readSync(file, buffer)) > 0;) hash.update(buffer.subarray(0, length))
    } finally {
      closeSync(file)
    }
  }
  for (const folder of folders) {
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    for (const file of entries.filter((each) => each.isFile() && !/\.test\.tsx?$/.test(each.name)))
      add(join(file.parentPath, file.name).slice(root.length))
  }
  for (const file of files) add(file)
  return hash.digest('hex')
}
