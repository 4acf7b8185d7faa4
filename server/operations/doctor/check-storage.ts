import { explainBackupError } from '../../backups/backup-error.ts'
import { ObjectStorage } from '../../backups/mirror/object-storage.ts'
import { maxOwnerAge, readOwner } from '../../backups/mirror/prefix-owner.ts'
import type { Config } from '../../base/config.ts'
import { findingsAbout, type Finding } from './finding.ts'

const about = findingsAbout('storage')

/** Milliseconds; the storage refuses requests from 15 minutes on. */
const maxClockDifference = 60_000

/** The storage that backups are copied to; nothing is written to it. */
export async function checkStorage({
  databaseUrl,
  backups,
}: Pick<Config, 'databaseUrl' | 'backups'>): Promise<Finding[]> {
  if (databaseUrl !== undefined || !backups.storage) return []
  const storage = new ObjectStorage(backups.storage)
  try {
    const ahead = await storage.check()
    return [
      aboutOwner(await readOwner(storage), storage.place),
      ...(Math.abs(ahead) > maxClockDifference
        ? [
            about.warning(
              `The clock of this machine differs by ${Math.round(Math.abs(ahead) / 1000)} s from that of the storage. Set it.`,
            ),
          ]
        : []),
      ...(backups.key === undefined
        ? [
            about.warning(
              'The backups in the storage are not encrypted. Set BACKUP_KEY, which encrypts them before they are sent.',
            ),
          ]
        : []),
    ]
  } catch (error) {
    return [about.problem(explainBackupError(error))]
  }
}

function aboutOwner(found: Awaited<ReturnType<typeof readOwner>>, place: string): Finding {
  if (!found) return about.warning(`Nothing was copied to ${place} yet. Start the server, which does it.`)
  const { owner, age } = found
  return age > maxOwnerAge
    ? about.problem(
        `The server on ${owner.host} has last used ${place} ${Math.round(age / 60_000)} minutes ago, but it should every minute. Start it, or look at its log.`,
      )
    : about.ok(`The backups of the server on ${owner.host} are copied to ${place}.`)
}
