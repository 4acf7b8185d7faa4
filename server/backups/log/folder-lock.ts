import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isObject } from '#domain/input.ts'
import { parseJson } from '#domain/parse-json.ts'
import { BackupError } from '../backup-error.ts'
import { writeJson } from '../backup-folder.ts'

// Two servers that write to one backup folder would remove each other's files, and a restore would choose between two
// databases. A lock of the file system does not hold on every network share, so the owner writes the time now and then.

interface Lock {
  /** Of one start of a server. */
  id: string
  host: string
  pid: number
  at: string
}

/** Milliseconds after which a lock that was not refreshed belongs to a server that has ended. */
const maxAge = 60_000
/** Milliseconds between two refreshes. */
export const refreshAfter = 15_000

const pathOf = (folder: string): string => join(folder, 'lock.json')

const isLock = (input: unknown): input is Lock =>
  isObject(input) &&
  typeof input['id'] === 'string' &&
  typeof input['host'] === 'string' &&
  typeof input['pid'] === 'number' &&
  typeof input['at'] === 'string'

function readLock(folder: string): Lock | undefined {
  try {
    return parseJson(readFileSync(pathOf(folder), 'utf8'), isLock)
  } catch {
    return undefined
  }
}

const ageOf = ({ at }: Lock, now: Date): number => Math.abs(now.getTime() - Date.parse(at))

function isHeld(lock: Lock, now: Date): boolean {
  if (!(ageOf(lock, now) < maxAge)) return false
  if (lock.host !== hostname()) return true
  // In a container the next process may have the number of the previous one.
  return lock.pid !== process.pid && isRunning(lock.pid)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Another server has the folder. */
export class FolderLocked extends BackupError {}

const heldBy = ({ host, pid }: Lock): FolderLocked =>
  new FolderLocked(
    `Another server writes its backups to the same folder: process ${pid} on ${host}. ` +
      'Set BACKUP_DIR to a folder of its own for each server, and restart.',
  )

/** Locks the folder for the backups of one server, and returns the id of the lock; throws if another server holds it. */
export function lockFolder(folder: string, now = new Date()): string {
  const found = readLock(folder)
  if (found && isHeld(found, now)) throw heldBy(found)
  const id = randomUUID()
  write(folder, id, now)
  return id
}

const write = (folder: string, id: string, now: Date): void =>
  writeJson(pathOf(folder), {
    id,
    host: hostname(),
    pid: process.pid,
    at: now.toISOString(),
  } satisfies Lock)

/** Throws if another server has locked the folder meanwhile. */
export function refreshLock(folder: string, id: string, now = new Date()): void {
  const found = readLock(folder)
  if (found && found.id !== id) throw heldBy(found)
  write(folder, id, now)
}

export function unlockFolder(folder: string, id: string): void {
  if (readLock(folder)?.id === id) rmSync(pathOf(folder), { force: true })
}
