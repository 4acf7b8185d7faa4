import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

const prefix = 'rehearsal-'

/** The path of a copy of the database for a dry run; its name contains the id of the thread. */
export const newCopyPath = (dataDir: string): string =>
  join(dataDir, `${prefix}${threadId}-${randomUUID()}.sqlite`)

export function removeCopy(path: string): void {
  for (const each of [path, `${path}-wal`, `${path}-shm`]) rmSync(each, { force: true })
}

/** Removes copies left behind by a terminated thread or a killed process. */
export function removeCopies(dataDir: string, ofThread?: number): void {
  const own = ofThread === undefined ? prefix : `${prefix}${ofThread}-`
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(own)))
    rmSync(join(dataDir, name), { force: true })
}
