import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { isObject } from '#domain/input.ts'
import { parseJson } from '#domain/parse-json.ts'
import type { Checksum } from './log/log-file.ts'
import type { StoredFile } from './sealed-file.ts'
import { syncFolder } from './sync-folder.ts'

// A backup is a folder: a copy of the database (the base) and the write-ahead log since, in segments. The log may start
// again from its beginning: each time it gets the next number.
//
//   2026-11-18T020000.000Z/base.sqlite.zst
//   2026-11-18T020000.000Z/base.json
//   2026-11-18T020000.000Z/00000001-0000000000-0000000420-2026-11-18T020010.123Z.zst
//
// Segments have the number of the log, the frames they contain (after, up to) and the time when they were read.

/** Of the format of the folder; a higher one was written by a newer version. */
export const format = 1

export interface Manifest {
  format: number
  createdAt: string
  /** The version of AgriDesk that wrote it. */
  version: string
  /** The file of the base, as stored. */
  base: StoredFile & { name: string; databaseBytes: number }
  /** The first moment that can be restored: the end of the copy. */
  readyAt: string
  /** The backup before, if this one goes on with its log: with the number that its first log has there. */
  continues?: { backup: string; log: number } | undefined
}

export interface Segment {
  path: string
  log: number
  /** The frames in it: after `from`, up to `to`. */
  from: number
  to: number
  at: string
}

export interface Backup {
  name: string
  folder: string
  manifest: Manifest
  /** In the order of the log. */
  segments: Segment[]
  /** When the drill has last restored it successfully. */
  provenAt: string | null
}

/** The newest moment that a backup can restore. */
export const lastMomentOf = ({ segments, manifest }: Pick<Backup, 'segments' | 'manifest'>): string =>
  segments.at(-1)?.at ?? manifest.readyAt

const namePattern = /^\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z$/
const segmentPattern = /^(\d{8})-(\d{10})-(\d{10})-(\d{4}-\d\d-\d\dT\d{6}\.\d{3}Z)\.zst(\.age)?$/

/** A moment as part of a file name, and back. */
export const toName = (at: Date): string => at.toISOString().replaceAll(':', '')
export const fromName = (name: string): string =>
  name.replace(
    /T(\d\d)(\d\d)(\d\d)/,
    (_, hours: string, minutes: string, seconds: string) => `T${hours}:${minutes}:${seconds}`,
  )

const digits = (value: number, length: number): string => String(value).padStart(length, '0')
export const segmentName = ({ log, from, to }: Pick<Segment, 'log' | 'from' | 'to'>, at: Date): string =>
  `${digits(log, 8)}-${digits(from, 10)}-${digits(to, 10)}-${toName(at)}`

/** The backups of a folder, the oldest first; unfinished ones are left out. */
export const listBackups = (folder: string): Backup[] =>
  completeBackups(folder).map((backup) => ({ ...backup, segments: listSegments(backup.folder) }))

/** The same without segments, of which a backup may have many thousands. */
export function completeBackups(folder: string): Omit<Backup, 'segments'>[] {
  return backupNames(folder).flatMap((name) => {
    const own = join(folder, name)
    const manifest = readManifest(own)
    return manifest ? [{ name, folder: own, manifest, provenAt: readProof(own) }] : []
  })
}

/** Whether a moment was written before the clock was set back; a minute ahead may be another server. */
export const isAhead = (moment: string, now: Date): boolean => Date.parse(moment) > now.getTime() + 60_000

/** When a backup of the folder was last restored in a drill. */
export const lastProof = (backups: readonly Pick<Backup, 'provenAt'>[], now: Date): string | null =>
  backups
    .flatMap(({ provenAt }) => (provenAt === null || isAhead(provenAt, now) ? [] : provenAt))
    .toSorted()
    .at(-1) ?? null

/** Also of unfinished ones. */
export const backupNames = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter(isBackupName).toSorted() : []

export const isBackupName = (name: string): boolean => namePattern.test(name)

export const listSegments = (folder: string): Segment[] => toSegments(folder, readdirSync(folder))

/** The segments among the names of files, in the order of the log. */
export function toSegments(folder: string, names: readonly string[]): Segment[] {
  return names.toSorted().flatMap((name) => {
    const [, log, from, to, at] = segmentPattern.exec(name) ?? []
    return at === undefined
      ? []
      : [{ path: join(folder, name), log: Number(log), from: Number(from), to: Number(to), at: fromName(at) }]
  })
}

export const manifestName = 'base.json'
export const proofName = 'proven.json'

export const writeManifest = (folder: string, manifest: Manifest): void =>
  writeJson(join(folder, manifestName), manifest)

/** Undefined if there is none, or it cannot be read. */
export function readManifest(folder: string): Manifest | undefined {
  return readJson(join(folder, manifestName), isManifest)
}

export const isManifest = (input: unknown): input is Manifest =>
  isObject(input) &&
  typeof input['format'] === 'number' &&
  typeof input['createdAt'] === 'string' &&
  typeof input['readyAt'] === 'string' &&
  typeof input['version'] === 'string' &&
  isObject(input['base']) &&
  typeof input['base']['name'] === 'string' &&
  typeof input['base']['sha256'] === 'string' &&
  typeof input['base']['bytes'] === 'number' &&
  (input['continues'] === undefined || isContinued(input['continues']))

const isContinued = (input: unknown): boolean =>
  isObject(input) && typeof input['backup'] === 'string' && typeof input['log'] === 'number'

export const writeProof = (folder: string, at: Date): void =>
  writeJson(join(folder, proofName), { at: at.toISOString() })

const isProof = (input: unknown): input is { at: string } =>
  isObject(input) && typeof input['at'] === 'string'
const readProof = (folder: string): string | null => readJson(join(folder, proofName), isProof)?.at ?? null

/** How far the log was shipped, so that the next start can continue. */
export interface Position {
  /** The name of the backup. */
  backup: string
  log: number
  /** Null until the log has a first frame. */
  salts: readonly [number, number] | null
  frame: number
  checksum: Checksum
  /** The identity of the database file after the server has closed it; null while it runs. */
  closed: string | null
}

const positionName = 'position.json'
export const writePosition = (folder: string, position: Position): void =>
  writeJson(join(folder, positionName), position)
export const forgetPosition = (folder: string): void => rmSync(join(folder, positionName), { force: true })
export const readPosition = (folder: string): Position | undefined =>
  readJson(join(folder, positionName), isPosition)

const isPosition = (input: unknown): input is Position =>
  isObject(input) &&
  typeof input['backup'] === 'string' &&
  typeof input['log'] === 'number' &&
  typeof input['frame'] === 'number' &&
  isNumbers(input['checksum']) &&
  (input['salts'] === null || isNumbers(input['salts'])) &&
  (input['closed'] === null || typeof input['closed'] === 'string')

const isNumbers = (input: unknown): boolean =>
  Array.isArray(input) && input.length === 2 && input.every((each) => typeof each === 'number')

export function writeJson(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // A name of its own for each thread: two servers that begin at the same time must not move away each other's file.
  const part = `${path}.${process.pid}-${threadId}.part`
  writeFileSync(part, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(part, path)
  syncFolder(dirname(path))
}

function readJson<T>(path: string, isValid: (input: unknown) => input is T): T | undefined {
  try {
    return parseJson(readFileSync(path, 'utf8'), isValid)
  } catch {
    return undefined
  }
}
