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
  /** Undefined: the folder is not copied to a storage. */
  storage: StorageConfig | undefined
}

/** A place in a storage with the interface of S3. */
export interface StorageConfig {
  /** The address of the storage. */
  endpoint: string
  region: string
  bucket: string
  /** What the names of all objects begin with; it ends with a slash. */
  prefix: string
  accessKey: string
  secretKey: string
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
    storage: readStorage(get, key !== undefined, fail),
  }
}

function readStorage(
  get: (name: string) => string | undefined,
  isEncrypted: boolean,
  fail: (sentence: string) => Error,
): StorageConfig | undefined {
  const endpoint = get('BACKUP_S3_ENDPOINT')
  const bucket = get('BACKUP_S3_BUCKET')
  const accessKey = get('BACKUP_S3_ACCESS_KEY')
  const secretKey = get('BACKUP_S3_SECRET_KEY')
  const region = get('BACKUP_S3_REGION') ?? 'us-east-1'
  const prefix = get('BACKUP_S3_PREFIX') ?? 'agridesk'
  if (endpoint === undefined && bucket === undefined && accessKey === undefined && secretKey === undefined)
    return undefined
  if (endpoint === undefined || bucket === undefined || accessKey === undefined || secretKey === undefined)
    throw fail(
      'BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET, BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY belong together: set all of them, or none',
    )
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw fail(
      `BACKUP_S3_BUCKET should be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens, not "${bucket}"`,
    )
  if (!/^[\w.-]+$/.test(region)) throw fail(`BACKUP_S3_REGION should be like ap-south-1, not "${region}"`)
  if (!/^\w[\w.-]*(\/\w[\w.-]*)*\/?$/.test(prefix))
    throw fail(
      `BACKUP_S3_PREFIX should be like agridesk or firm/agridesk: letters, digits, dots, hyphens and slashes, not "${prefix}"`,
    )
  return {
    endpoint: readEndpoint(endpoint, isEncrypted, fail),
    region,
    bucket,
    prefix: prefix.endsWith('/') ? prefix : `${prefix}/`,
    accessKey,
    secretKey,
  }
}

function readEndpoint(text: string, isEncrypted: boolean, fail: (sentence: string) => Error): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw fail(
      `BACKUP_S3_ENDPOINT should be an address like https://s3.ap-south-1.amazonaws.com, not "${url?.username ? url.host : text}"`,
    )
  const isHere = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(url.hostname)
  if (url.protocol === 'http:' && !isHere && !isEncrypted)
    throw fail(
      'BACKUP_S3_ENDPOINT should be an https address, or BACKUP_KEY be set: others could read the backups',
    )
  return url.href
}
