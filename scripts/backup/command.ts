import type { StorageConfig } from '#server/base/backup-config.ts'
import type { Config } from '#server/base/config.ts'
import { BackupError, explainBackupError } from '#server/backups/backup-error.ts'
import { ObjectStorage } from '#server/backups/mirror/object-storage.ts'
import { helpOf, runCommand as run, say } from '../operate/command.ts'

export { helpOf, say }

export const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** The options given; a wrong one is refused with the list of those that exist. */
export function readArguments(given: readonly string[], known: readonly string[]): Set<string> {
  const wrong = given.find((each) => !known.includes(each))
  if (wrong !== undefined) throw new BackupError(`There is no option ${wrong}. Options: ${known.join(', ')}.`)
  return new Set(given)
}

/** The folder of the backups of the embedded database. */
export function folderOf({ databaseUrl, backups }: Config): string {
  if (databaseUrl !== undefined)
    throw new BackupError(
      'DATABASE_URL is set: this command is for the embedded database. How to back up PostgreSQL: docs/operations.md.',
    )
  if (backups.folder === undefined)
    throw new BackupError('BACKUP_DIR is none: there are no backups. Set it to a folder.')
  return backups.folder
}

/** The storage that the backups are copied to. */
export const storageOf = (config: Config): ObjectStorage => new ObjectStorage(storageConfigOf(config))

export function storageConfigOf({ databaseUrl, backups: { storage } }: Config): StorageConfig {
  if (databaseUrl !== undefined || !storage)
    throw new BackupError(
      'There is no storage for backups. Set BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET, BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY.',
    )
  return storage
}

/** Runs a command; a failure is one sentence, and exit code 1. */
export const runCommand = (work: () => Promise<void>): Promise<void> => run(work, explainBackupError)
