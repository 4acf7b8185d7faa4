// Where tests keep what need not outlive them.
import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
const room = 2 * 1024 ** 3

/**
 * A new folder, in memory where the machine has room for it: a new PostgreSQL database is a thousand files, and the
 * disk takes ten times as long over them. What is about surviving a kill belongs on the disk.
 */
export function passingFolder(prefix: string, elsewhere = tmpdir()): string {
  return mkdtempSync(join(hasRoom() ? inMemory : elsewhere, prefix))
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= room
  } catch {
    return false
  }
}
