// Temporary folders for tests.
import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
const minFreeBytes = 2 * 1024 ** 3

/**
 * A new folder, in memory if there is enough: a new PostgreSQL database is a thousand files, and a disk takes ten times
 * as long. Tests of durability use the disk instead.
 */
export function tempFolder(prefix: string, elsewhere = tmpdir()): string {
  return mkdtempSync(join(hasFreeMemory() ? inMemory : elsewhere, prefix))
}

function hasFreeMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= minFreeBytes
  } catch {
    return false
  }
}
