import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

const prefix = 'rehearsal-'

/** Where a copy of the database is made to be tried on; its name says which thread made it. */
export const newCopyPath = (dataDir: string): string =>
  join(dataDir, `${prefix}${threadId}-${randomUUID()}.sqlite`)

export function removeCopy(path: string): void {
  for (const each of [path, `${path}-wal`, `${path}-shm`]) rmSync(each, { force: true })
}

/** Removes the copies that a thread which was ended, or a process which was killed, had no time to remove. */
export function removeCopies(dataDir: string, ofThread?: number): void {
  const own = ofThread === undefined ? prefix : `${prefix}${ofThread}-`
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(own)))
    rmSync(join(dataDir, name), { force: true })
}
