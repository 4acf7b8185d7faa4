import { BackupError } from '../backup-error.ts'

/** A failure of the storage. Its message says what to do. */
export class StorageError extends BackupError {
  /** Whether trying again a moment later can help. */
  readonly isPassing: boolean
  /** The code of S3; empty if there was no answer. */
  readonly code: string

  constructor(sentence: string, code: string, isPassing: boolean) {
    super(sentence)
    this.code = code
    this.isPassing = isPassing
  }
}

const wrongKey =
  'The storage does not know BACKUP_S3_ACCESS_KEY, or BACKUP_S3_SECRET_KEY does not belong to it. Correct them, and restart.'
const isFull =
  'The storage for backups is full, or its quota is used up. Make room there, or raise the quota.'

/** By the code of S3. */
const sentences: Record<string, string> = {
  SignatureDoesNotMatch: wrongKey,
  InvalidAccessKeyId: wrongKey,
  AccessDenied:
    'BACKUP_S3_ACCESS_KEY may not use BACKUP_S3_BUCKET. Give it the rights to list, read, write and delete its objects.',
  NoSuchBucket:
    'The storage has no bucket with the name in BACKUP_S3_BUCKET. Create it, or correct the name.',
  InvalidBucketName: 'BACKUP_S3_BUCKET is not a valid name of a bucket. Correct it, and restart.',
  RequestTimeTooSkewed:
    'The clock of this machine differs too much from that of the storage. Set it, for example with systemd-timesyncd.',
  PermanentRedirect: 'The bucket is in another region. Correct BACKUP_S3_ENDPOINT and BACKUP_S3_REGION.',
  AuthorizationHeaderMalformed: 'The bucket is in another region. Correct BACKUP_S3_REGION.',
  QuotaExceeded: isFull,
  EntityTooLarge: isFull,
  InsufficientStorage: isFull,
  XMinioStorageFull: isFull,
  XMinioAdminBucketQuotaExceeded: isFull,
}

/** When there is no code: the answer of another program, or of a proxy. */
const byStatus: Record<number, string> = {
  401: 'SignatureDoesNotMatch',
  403: 'AccessDenied',
  413: 'QuotaExceeded',
  507: 'InsufficientStorage',
}

/** Of an answer of the storage that refuses a request. */
export function refusal(status: number, given: string): StorageError {
  const code = given || (byStatus[status] ?? '')
  const isPassing = (status >= 500 || status === 429 || status === 408) && sentences[code] === undefined
  const sentence =
    sentences[code] ??
    (status >= 300 && status < 400
      ? sentences['PermanentRedirect']!
      : isPassing
        ? `The storage for backups fails: ${[status, code].join(' ').trim()}. It is tried again.`
        : `The storage for backups refuses a request: ${[status, code].join(' ').trim()}. Check BACKUP_S3_ENDPOINT and BACKUP_S3_BUCKET.`)
  return new StorageError(sentence, code, isPassing)
}

/** Of a request that got no complete answer. */
export function unanswered(error: unknown, host: string): StorageError {
  const code = codeOf(error)
  const reason =
    code === 'TimeoutError'
      ? 'it did not answer in time'
      : code === 'ENOTFOUND' || code === 'EAI_AGAIN'
        ? 'its name is not known'
        : code === 'ECONNREFUSED'
          ? 'it refuses the connection'
          : /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)
            ? `its certificate is not valid here (${code})`
            : `the connection was lost${code && ` (${code})`}`
  return new StorageError(
    `The storage for backups at ${host} cannot be reached: ${reason}. Check BACKUP_S3_ENDPOINT and the network.`,
    '',
    true,
  )
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if (error.name === 'TimeoutError') return error.name
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}
