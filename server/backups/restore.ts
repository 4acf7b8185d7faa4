import { closeSync, createWriteStream, fsyncSync, openSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DatabaseSync } from 'node:sqlite'
import { BackupError } from './backup-error.ts'
import { format, listBackups, type Backup, type Segment } from './backup-folder.ts'
import { findLastCommit, readLogHeader, withFile } from './log/log-file.ts'
import { measureFile, readSealed } from './sealed-file.ts'

export interface RestorePlan {
  backup: Backup
  /** The segments that are applied, in order. */
  segments: Segment[]
  /** The moment whose state is restored. */
  at: string
}

/** What to restore for the state at a moment; the newest one if there is none. */
export const planRestore = (folder: string, at?: Date): RestorePlan => planFrom(listToRestore(folder), at)

/** At least one. */
export function listToRestore(folder: string): Backup[] {
  const backups = listBackups(folder)
  if (backups.length === 0)
    throw new BackupError(`There is no backup in ${folder}. Set BACKUP_DIR to the folder of the backups.`)
  return backups
}

/** The same of backups that were listed; there is at least one. */
export function planFrom(backups: readonly Backup[], at?: Date): RestorePlan {
  const until = at?.toISOString() ?? '9999'
  const ready = backups.filter(({ manifest }) => manifest.readyAt <= until)
  const latest = ready
    .toSorted((one, other) => (lastMoment(one, until) < lastMoment(other, until) ? -1 : 1))
    .at(-1)
  const found = latest && lastOf(latest, ready)
  if (!found)
    throw new BackupError(
      `The first backup is of ${backups[0]!.manifest.readyAt}. Choose that time or a later one.`,
    )
  if (found.manifest.format > format)
    throw new BackupError(
      `The backup ${found.name} was made by AgriDesk ${found.manifest.version}, which is newer than this one. Restore it with that version.`,
    )
  const segments = segmentsUntil(found, until)
  checkSequence(segments)
  return { backup: found, segments, at: lastMoment(found, until) }
}

/** The backup that continues this one, and so on: what the clock said does not count, as it may have been set back. */
function lastOf(backup: Backup, among: readonly Backup[]): Backup {
  const isLater = ({ name, manifest }: Backup): boolean =>
    manifest.continues?.backup === backup.name && name !== backup.name
  const next = among.find(isLater)
  return next
    ? lastOf(
        next,
        among.filter((each) => each !== backup),
      )
    : backup
}

/** Up to the last one that was written until then: those before it belong to it, whatever the clock said when they were written. */
const segmentsUntil = ({ segments }: Backup, until: string): Segment[] =>
  segments.slice(0, segments.findLastIndex(({ at }) => at <= until) + 1)

/** The newest moment of a backup up to that time. */
const lastMoment = (backup: Backup, until: string): string =>
  segmentsUntil(backup, until).at(-1)?.at ?? backup.manifest.readyAt

/** Refuses a backup with a gap: what follows it cannot be applied. */
function checkSequence(segments: readonly Segment[]): void {
  let log = 0
  let to = 0
  for (const segment of segments) {
    const isNext = segment.log === log ? segment.from === to : segment.log > log && segment.from === 0
    if (!isNext)
      throw new BackupError(
        `The part before ${basename(segment.path)} is missing from the backup. Restore an earlier moment with --at, before ${segment.at}.`,
      )
    log = segment.log
    to = segment.to
  }
}

export interface RestoreOptions {
  key: string | undefined
  onProgress?: (done: number, total: number) => void
}

/** Writes the database of the plan to `target`, which must not exist. Every part is verified before SQLite applies it. */
export async function restoreTo(target: string, plan: RestorePlan, options: RestoreOptions): Promise<void> {
  const { backup, segments } = plan
  const total = segments.length + 1
  options.onProgress?.(0, total)
  await verifyBase(backup)
  const base = await readSealed(join(backup.folder, backup.manifest.base.name), options.key)
  await pipeline(base, createWriteStream(target, { flags: 'wx', mode: 0o600 }))
  let done = 1
  options.onProgress?.(done, total)
  for (const log of groupByLog(segments)) {
    for (const segment of log) {
      await appendSegment(`${target}-wal`, segment, options.key)
      options.onProgress?.(++done, total)
    }
    checkLog(`${target}-wal`, log)
    applyLog(target)
  }
  syncFile(target)
}

function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

async function verifyBase({ folder, manifest: { base } }: Backup): Promise<void> {
  const stored = await measureFile(join(folder, base.name)).catch(() => undefined)
  if (!stored)
    throw new BackupError(
      `${base.name} is missing from the backup ${basename(folder)}. Restore an earlier one with --at.`,
    )
  if (stored.sha256 !== base.sha256)
    throw new BackupError(
      `${base.name} of the backup ${basename(folder)} is damaged: its checksum is wrong. Restore an earlier one with --at.`,
    )
}

const groupByLog = (segments: readonly Segment[]): Segment[][] => [
  ...Map.groupBy(segments, ({ log }) => log).values(),
]

async function appendSegment(target: string, segment: Segment, key: string | undefined): Promise<void> {
  await pipeline(
    await readSealed(segment.path, key),
    createWriteStream(target, { flags: segment.from === 0 ? 'w' : 'a', mode: 0o600 }),
  )
}

/** SQLite ignores a log from the first wrong frame on, without an error; so every frame is checked here. */
function checkLog(path: string, segments: readonly Segment[]): void {
  const last = segments.at(-1)!
  const isComplete = withFile(path, (descriptor) => {
    const header = readLogHeader(descriptor)
    if (!header) return false
    const { frame } = findLastCommit(descriptor, header, { frame: 0, checksum: header.checksum })
    return frame === last.to
  })
  if (!isComplete)
    throw new BackupError(
      `A part of the backup between ${segments[0]!.at} and ${last.at} is damaged. Restore an earlier moment with --at.`,
    )
}

/** Lets SQLite transfer the log into the database file. */
function applyLog(target: string): void {
  const database = new DatabaseSync(target)
  try {
    // The file is synced once, at the end: until then it is not in use.
    database.exec('pragma journal_mode = wal; pragma synchronous = off')
    const result = database.prepare('pragma wal_checkpoint(truncate)').get()
    if (result?.['busy'] !== 0)
      throw new BackupError('The log could not be applied: another program uses the file.')
  } finally {
    database.close()
  }
}
