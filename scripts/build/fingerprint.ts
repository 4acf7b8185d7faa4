import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Changes with any of these files, and those in these folders except tests. */
export function fingerprintOf(root: string, folders: readonly string[], files: readonly string[]): string {
  const hash = createHash('sha256')
  const add = (path: string): void => {
    hash.update(path).update(readFileSync(join(root, path)))
  }
  for (const folder of folders) {
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    for (const file of entries.filter((each) => each.isFile() && !/\.test\.tsx?$/.test(each.name)))
      add(join(file.parentPath, file.name).slice(root.length))
  }
  for (const file of files) add(file)
  return hash.digest('hex')
}
