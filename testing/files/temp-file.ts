import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let folder: string | undefined

/** Writes a file that is removed when the process exits, and returns its path. */
export function tempFile(content: Buffer | string): string {
  if (!folder) {
    const made = (folder = mkdtempSync(join(tmpdir(), 'agridesk-files-')))
    process.on('exit', () => rmSync(made, { recursive: true, force: true }))
  }
  const path = join(folder, randomUUID())
  writeFileSync(path, content)
  return path
}
