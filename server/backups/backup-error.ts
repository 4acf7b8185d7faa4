import { toError } from '../base/errors.ts'

/** A failure of a backup or a restore; its message is a sentence that says what to do. */
export class BackupError extends Error {}

const sentences: Record<string, string> = {
  ENOSPC: 'The disk of the backup folder is full. Make room, or set BACKUP_DIR to a folder on another disk.',
  EDQUOT: 'The disk quota of the backup folder is used up. Raise it, or set BACKUP_DIR to another folder.',
  EACCES:
    'The server may not write to the backup folder. Give its user the right, or set BACKUP_DIR to another folder.',
  EPERM:
    'The server may not write to the backup folder. Give its user the right, or set BACKUP_DIR to another folder.',
  EROFS: 'The backup folder is on a read-only file system. Set BACKUP_DIR to a folder that can be written.',
  ENOENT:
    'The backup folder, or a file in it, is missing. Mount it again, or set BACKUP_DIR to another folder.',
  ENOTDIR: 'BACKUP_DIR is not a folder. Set it to a folder.',
  EEXIST: 'BACKUP_DIR is not a folder. Set it to a folder.',
  EIO: 'The disk of the backup folder reports read or write errors. Replace it, or set BACKUP_DIR to another disk.',
}

/** The sentence for the administrator. */
export function explainBackupError(error: unknown): string {
  if (error instanceof BackupError) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return sentences[code] ?? toError(error).message
}
