import { createReadStream, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { BackupError } from '../backup-error.ts'
import {
  forgetPosition,
  format,
  segmentName,
  toName,
  writeManifest,
  writePosition,
  type Manifest,
  type Position,
  type Segment,
} from '../backup-folder.ts'
import { copyDatabase } from './copy-database.ts'
import {
  endOfFrame,
  findLastCommit,
  readLogHeader,
  withFile,
  type LogEnd,
  type LogHeader,
} from './log-file.ts'
import { continueIn, logBytes, logOf, numberIn, openSnapshot, removeAfter } from './log-guard.ts'
import { removeOldBackups } from './retention.ts'
import { sealedSuffix, writeSealed } from '../sealed-file.ts'

export interface ShipperOptions {
  /** The database file. */
  file: string
  /** The folder of the backups. */
  folder: string
  key: string | undefined
  version: string
  keepDays: number
  now: () => Date
  /** Runs the work while nothing is written to the database, as long as `isInTime`. */
  withoutWrites: (work: (isInTime: () => boolean) => Promise<void>) => Promise<void>
}

/** Above this size of the log, writes wait for a moment so that it can start again from its beginning. */
const restartBytes = 8 * 1024 * 1024
/** A log that cannot be shipped does not grow beyond this: it would fill the disk of the database. */
const maxLogBytes = 1024 * 1024 * 1024

/**
 * Copies the write-ahead log of the database to the backup folder, transaction by transaction.
 *
 * SQLite starts the log again from its beginning once everything in it is in the database file, and a checkpoint copies only
 * what every reader has seen. So a read transaction is open at all times, and none of them has seen more than was shipped:
 * the next one begins before the log is read, the previous one ends afterwards. Whatever runs a checkpoint, no frame is
 * overwritten that was not shipped.
 */
export class LogShipper {
  readonly #options: ShipperOptions
  readonly #log: string
  #position: Position | undefined
  #held: DatabaseSync | undefined
  #queue: Promise<unknown> = Promise.resolve()
  #isCopying = false
  /** Whether the last attempt to ship has failed. */
  #hasFailed = false

  constructor(options: ShipperOptions, position: Position | undefined) {
    this.#options = options
    this.#log = logOf(options.file)
    this.#position = position
    if (position) this.#held = openSnapshot(options.file)
  }

  /** Whether there is a backup that the log continues. */
  get isShipping(): boolean {
    return this.#position !== undefined
  }

  /** Ships what was committed since the last call. With `mayRestart`, writes may have to wait for a moment. */
  ship({ mayRestart = true }: { mayRestart?: boolean } = {}): Promise<void> {
    return this.#inTurn(() => this.#shipAndAdvance(mayRestart))
  }

  /** Ships the rest; nothing is written to the database any more. */
  async close(): Promise<void> {
    await this.ship({ mayRestart: false })
    this.#release()
  }

  /** Copies the whole database, and ships the log to this new backup from then on. */
  async copyBase(): Promise<Manifest> {
    if (this.#isCopying) throw new BackupError('A backup is being made already.')
    this.#isCopying = true
    const { folder, file, key, now, keepDays } = this.#options
    const createdAt = now()
    const own = join(folder, toName(createdAt))
    try {
      mkdirSync(own, { recursive: true, mode: 0o700 })
      // Also for the first backup: the log does not start again before the backup has its beginning.
      this.#held ??= openSnapshot(file)
      const base = await copyDatabase(file, own, key)
      const manifest = await this.#inTurn(() => this.#begin(own, createdAt, base))
      removeOldBackups(folder, keepDays, now())
      return manifest
    } catch (error) {
      if (!this.#position) this.#release()
      rmSync(own, { recursive: true, force: true })
      throw error
    } finally {
      this.#isCopying = false
    }
  }

  /** Ships the current log to the new backup, from its beginning: the base was copied while this log was in use. */
  async #begin(own: string, createdAt: Date, base: Manifest['base']): Promise<Manifest> {
    const { now, version, folder } = this.#options
    if (this.#position) await this.#shipAndAdvance(false)
    const before = this.#position
    const manifest: Manifest = {
      format,
      createdAt: createdAt.toISOString(),
      version,
      base,
      readyAt: now().toISOString(),
    }
    const backup = toName(createdAt)
    const position: Position = { backup, log: 1, salts: null, frame: 0, checksum: [0, 0], closed: null }
    await this.#advance(position, (shipped) => {
      manifest.continues = before && { backup: before.backup, log: numberIn(before, shipped) }
      writeManifest(own, manifest)
      writePosition(folder, shipped)
    })
    return manifest
  }

  async #shipAndAdvance(mayRestart: boolean): Promise<void> {
    // Without a backup, the transaction that protects the log for the copy in progress has to stay.
    const position = this.#position
    if (!position) return
    const { folder } = this.#options
    try {
      // The last attempt may have written a segment, but not the position behind it.
      if (this.#hasFailed) removeAfter(join(folder, position.backup), position)
      await this.#advance(position, (shipped) => {
        if (shipped !== position) writePosition(folder, shipped)
      })
      if (mayRestart && !this.#isCopying && logBytes(this.#log) > restartBytes)
        await this.#options.withoutWrites((isInTime) => this.#restartLog(isInTime))
      this.#hasFailed = false
    } catch (error) {
      this.#hasFailed = true
      this.#giveUpIfTooLarge()
      throw error
    }
  }

  /** Ships what was committed after the position, saves the new one, and only then protects the log from there on. */
  async #advance(position: Position, save: (shipped: Position) => void): Promise<void> {
    const next = openSnapshot(this.#options.file)
    try {
      const shipped = await this.#shipFrom(position)
      save(shipped)
      this.#held?.close()
      this.#held = next
      this.#position = shipped
    } catch (error) {
      next.close()
      throw error
    }
  }

  /** Ships the few transactions since, and transfers the log completely, so that the next write starts it again. */
  async #restartLog(isInTime: () => boolean): Promise<void> {
    const shipped = await this.#shipFrom(this.#position!)
    writePosition(this.#options.folder, shipped)
    this.#position = shipped
    // The folder was too slow: others write again, so the log stays protected, and starts again another time.
    if (!isInTime()) return
    this.#held?.close()
    const database = new DatabaseSync(this.#options.file)
    database.exec('pragma synchronous = full; pragma wal_checkpoint(passive)')
    database.close()
    this.#held = openSnapshot(this.#options.file)
  }

  /** Writes a segment with what is committed after the position; returns the new position, or the same one. */
  async #shipFrom(position: Position): Promise<Position> {
    const found = withFile(this.#log, (descriptor) => {
      const header = readLogHeader(descriptor)
      if (!header) return undefined
      const start = continueIn(position, header)
      return { header, start, end: findLastCommit(descriptor, header, start) }
    })
    if (!found) return position
    const { header, start, end } = found
    if (end.frame === start.frame) return start
    await this.#writeSegment(header, start, end)
    return { ...start, frame: end.frame, checksum: end.checksum }
  }

  async #writeSegment(header: LogHeader, start: Position, end: LogEnd): Promise<void> {
    const { folder, key, now } = this.#options
    const segment: Pick<Segment, 'log' | 'from' | 'to'> = { log: start.log, from: start.frame, to: end.frame }
    const path = join(folder, start.backup, segmentName(segment, now()) + sealedSuffix(key))
    const bytes = {
      start: start.frame === 0 ? 0 : endOfFrame(header, start.frame),
      end: endOfFrame(header, end.frame) - 1,
    }
    await writeSealed(path, createReadStream(this.#log, bytes), key)
  }

  /** Ends the protection of the log, which would otherwise grow without a limit. */
  #release(): void {
    this.#held?.close()
    this.#held = undefined
  }

  #giveUpIfTooLarge(): void {
    if (logBytes(this.#log) < maxLogBytes) return
    this.#position = undefined
    forgetPosition(this.#options.folder)
    this.#release()
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => {})
    return result
  }
}
