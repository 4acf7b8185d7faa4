import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ObjectStorage, StoredObject } from './object-storage.ts'

/** Has the ids of erased customers, which are erased again after a restore. */
export const erasureList = 'erasures.jsonl'

/** Each backup folder has an object of its own: that of a new machine must not replace that of the lost one. */
export const erasuresKey = (folderId: string): string => `erasures-${folderId}.jsonl`
const erasuresPattern = /^erasures-[\w-]+\.jsonl$/

/** Adds the erasures that the storage knows of to the list in the data folder; the next start makes them. */
export async function restoreErasures(
  storage: ObjectStorage,
  objects: readonly StoredObject[],
  dataDir: string,
): Promise<void> {
  const path = join(dataDir, erasureList)
  const known = new Set(existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [])
  for (const { key } of objects.filter((object) => erasuresPattern.test(object.key))) {
    const lines = (await storage.get(key))?.bytes.toString().split('\n') ?? []
    const added = lines.filter((line) => line !== '' && !known.has(line))
    for (const line of added) known.add(line)
    if (added.length > 0) appendFileSync(path, `${added.join('\n')}\n`, { mode: 0o600, flush: true })
  }
}
