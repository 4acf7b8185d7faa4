import { join, resolve } from 'node:path'
import { parseTime } from '#domain/dates/moments.ts'
import { commandLine } from './command-line.ts'

export interface BackupConfig {
  /** Undefined: no backups are made by this server. */
  folder: string | undefined
  /** The secret key of age that files are encrypted with; undefined: they are not encrypted. */
  key: string | undefined
  /** Backups whose last moment is older than this are deleted. */
  keepDays: number
  /** Seconds between two looks at what was saved since. */
  interval: number
  /** When the whole database is copied and restored as a drill, `hh:mm` by the firm's clock. */
  at: string
}

const isKey = (text: string): boolean => /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/.test(text)

/** `fail` makes the error that stops the start; its messages do not quote the key. */
export function readBackups(
  get: (name: string) => string | undefined,
  dataDir: string,
  fail: (sentence: string) => Error,
): BackupConfig {
  const folder = get('BACKUP_DIR') ?? join(dataDir, 'backups')
  const key = get('BACKUP_KEY')
  if (key !== undefined && !isKey(key))
    throw fail(
      `BACKUP_KEY should be a secret key of age: AGE-SECRET-KEY-1 and 58 characters. Make one with: ${commandLine('backup', '--new-key')}`,
    )
  const days = get('BACKUP_KEEP_DAYS') ?? '14'
  if (!/^\d{1,4}$/.test(days) || Number(days) < 1)
    throw fail(`BACKUP_KEEP_DAYS should be a number of days from 1 to 9999, not "${days}"`)
  const interval = get('BACKUP_INTERVAL') ?? '5'
  if (!/^\d{1,2}$/.test(interval) || Number(interval) < 1 || Number(interval) > 60)
    throw fail(`BACKUP_INTERVAL should be a number of seconds from 1 to 60, not "${interval}"`)
  const typed = get('BACKUP_AT') ?? '02:00'
  const at = parseTime(typed)
  if (at === undefined) throw fail(`BACKUP_AT should be a time like 02:00, not "${typed}"`)
  return {
    folder: folder.toLowerCase() === 'none' ? undefined : resolve(folder),
    key,
    keepDays: Number(days),
    interval: Number(interval),
    at,
  }
}
