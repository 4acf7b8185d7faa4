import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from '../backup-error.ts'
import type { BackupSource } from '../commands.ts'
import type { ObjectStorage, StoredObject } from './object-storage.ts'
import { fetchPlan, listStored } from './stored-backups.ts'
import { restoreErasures } from './stored-erasures.ts'

/** Of the folders in the data folder that parts of a backup are written to. */
const scratchPrefix = 'from-storage-'

/** Restores from the storage: needs the settings and the key, but no backup folder. */
export function fromStorage(
  storage: ObjectStorage,
  dataDir: string,
  onProgress: (done: number, total: number) => void,
): BackupSource {
  let objects: StoredObject[] = []
  let scratch: string | undefined
  return {
    list: async () => {
      removeScratch(dataDir)
      scratch = mkdtempSync(join(dataDir, scratchPrefix))
      objects = await storage.list()
      const backups = await listStored(storage, objects, scratch)
      if (backups.length === 0)
        throw new BackupError(
          `There is no complete backup in ${storage.place}. Check BACKUP_S3_BUCKET and BACKUP_S3_PREFIX.`,
        )
      return backups
    },
    fetch: async (plan) => {
      const { base } = plan.backup.manifest
      await checkSpace(dataDir, base.bytes + base.databaseBytes * 1.2)
      await fetchPlan(storage, objects, plan, scratch!, onProgress)
      await restoreErasures(storage, objects, dataDir)
    },
    close: () => removeScratch(dataDir),
  }
}

async function checkSpace(dataDir: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < needed)
    throw new BackupError(
      `The backup and the restored database need about ${Math.ceil(needed / 1024 / 1024)} MB in ${dataDir}, and less is free. Make room; the current database is kept.`,
    )
}

function removeScratch(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (name.startsWith(scratchPrefix)) rmSync(join(dataDir, name), { recursive: true, force: true })
}
