import { createReadStream, rmSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { backup } from 'node:sqlite'
import { BackupError } from '../backup-error.ts'
import type { Manifest } from '../backup-folder.ts'
import { logBytes, logOf, openSnapshot } from './log-guard.ts'
import { sealedSuffix, writeSealed } from '../sealed-file.ts'

/** Pages that are copied between two looks at other work. */
const pagesAtOnce = 2000

/** Writes a consistent copy of the database, which may be in use, to the folder of a backup. */
export async function copyDatabase(
  file: string,
  folder: string,
  key: string | undefined,
): Promise<Manifest['base']> {
  await checkSpace(file, folder)
  const copy = join(folder, 'base.sqlite.part')
  // One read transaction for the whole copy: without it, every concurrent save would restart the copy.
  const source = openSnapshot(file)
  try {
    await backup(source, copy, { rate: pagesAtOnce })
  } finally {
    source.close()
  }
  const name = `base.sqlite${sealedSuffix(key)}`
  const databaseBytes = statSync(copy).size
  const stored = await writeSealed(join(folder, name), createReadStream(copy), key)
  rmSync(copy)
  return { ...stored, name, databaseBytes }
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 1024 / 1024)

async function checkSpace(file: string, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const needed = statSync(file).size * 1.5 + logBytes(logOf(file))
  if (bavail * bsize < needed)
    throw new BackupError(
      `A backup needs about ${megabytes(needed)} MB, and ${megabytes(bavail * bsize)} MB are free in ${folder}. Make room, or set BACKUP_DIR to a folder on another disk.`,
    )
}
