import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { listSegments, readManifest, readPosition, writePosition, type Position } from '../backup-folder.ts'
import { isEncrypted } from '../sealed-file.ts'
import { readChecksum, readLogHeader, withFile, type LogHeader } from './log-file.ts'

export const logOf = (file: string): string => `${file}-wal`
export const logBytes = (path: string): number => (existsSync(path) ? statSync(path).size : 0)

/** Where shipping goes on: in the same log, or in another one, which begins only when all of the previous one was shipped. */
export function continueIn(position: Position, header: LogHeader): Position {
  const { salts, log } = position
  if (salts?.[0] === header.salt1 && salts[1] === header.salt2) return position
  const begin = {
    frame: 0,
    checksum: header.checksum,
    salts: [header.salt1, header.salt2] as const,
    closed: null,
  }
  return { ...position, ...begin, log: salts === null ? log : log + 1 }
}

/** The number in the backup of `position` of the log that `other`, a moment later, is in. */
export function numberIn({ salts, log }: Position, other: Position): number {
  const isSame = salts === null || (salts[0] === other.salts?.[0] && salts[1] === other.salts[1])
  return isSame ? log : log + 1
}

/** A read transaction that sees everything committed so far. */
export function openSnapshot(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true })
  database.exec('pragma busy_timeout = 5000; begin')
  database.prepare('select count(*) from sqlite_master').get()
  return database
}

/** Protects the log from the moment the database is opened until the shipper runs. */
export interface LogGuard {
  /** The position to continue from; undefined if a new backup is needed. */
  position: Position | undefined
  release: () => void
}

/** Finds out whether the last backup can be continued, before anything is written to the database. */
export function guardLog(file: string, folder: string, key: string | undefined): LogGuard {
  const saved = readPosition(folder)
  if (!saved) return { position: undefined, release: () => {} }
  const snapshot = openSnapshot(file)
  const position = isOfKey(folder, saved, key) ? continuePosition(file, folder, saved) : undefined
  if (position) removeAfter(join(folder, position.backup), position)
  return { position, release: () => snapshot.close() }
}

/** With the first key, or without one, a new backup begins: a backup is encrypted as a whole or not at all. */
function isOfKey(folder: string, { backup }: Position, key: string | undefined): boolean {
  const base = readManifest(join(folder, backup))?.base.name
  return base !== undefined && isEncrypted(base) === (key !== undefined)
}

function continuePosition(file: string, folder: string, saved: Position): Position | undefined {
  if (logBytes(logOf(file)) === 0) {
    if (saved.closed === null || saved.closed !== identityOf(file)) return undefined
    return { ...saved, log: saved.log + 1, salts: null, frame: 0, closed: null }
  }
  return withFile(logOf(file), (descriptor) => {
    const header = readLogHeader(descriptor)
    if (!header || saved.closed !== null) return undefined
    // The log may have started again since; more than once only if another program has used the database.
    const starts = saved.salts === null ? 0 : (header.salt1 - saved.salts[0]) >>> 0
    const position = continueIn(saved, header)
    const stored = readChecksum(descriptor, header, position.frame)
    const isSame = stored?.[0] === position.checksum[0] && stored[1] === position.checksum[1]
    return isSame && starts <= 1 ? position : undefined
  })
}

/** Removes segments that were written without the position behind them, because of a kill or a full disk. */
export function removeAfter(folder: string, { log, frame }: Position): void {
  for (const segment of listSegments(folder))
    if (segment.log > log || (segment.log === log && segment.to > frame)) rmSync(segment.path)
  for (const name of readdirSync(folder)) if (name.endsWith('.part')) rmSync(join(folder, name))
}

/** Saves that the database was closed in the shipped state, so that the next start can continue the backup. */
export function markClosed(file: string, folder: string): void {
  const position = readPosition(folder)
  if (position && logBytes(logOf(file)) === 0)
    writePosition(folder, { ...position, closed: identityOf(file) })
}

/** Changes with every write to the file. */
function identityOf(file: string): string {
  const { size, mtimeMs, ino } = statSync(file)
  const head = Buffer.alloc(100)
  withFile(file, (descriptor) => readSync(descriptor, head, 0, head.length, 0))
  return `${size} ${mtimeMs} ${ino} ${createHash('sha256').update(head).digest('hex').slice(0, 16)}`
}
