import { existsSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import {
  backupNames,
  isBackupName,
  manifestName,
  proofName,
  readManifest,
  readPosition,
  toSegments,
  fromName,
  type Manifest,
  type Position,
  type Segment,
} from '../backup-folder.ts'
import { oldBackups, type AgedBackup } from '../log/retention.ts'
import { isEncrypted } from '../sealed-file.ts'
import { erasureList, erasuresKey } from './stored-erasures.ts'
import type { ObjectStorage } from './object-storage.ts'
import { PrefixOwner } from './prefix-owner.ts'

export interface MirrorOptions {
  /** The folder of the backups. */
  folder: string
  storage: ObjectStorage
  keepDays: number
  /** With it, files that are not encrypted stay where they are. */
  mustBeEncrypted: boolean
  now: () => Date
}

/** Milliseconds after which the storage is listed again, in case objects were deleted there. */
const listAfter = 24 * 60 * 60 * 1000

interface LocalBackup {
  name: string
  folder: string
  manifest: Manifest
}

/**
 * Copies the files of the backup folder to the storage. They do not change once they have their name, so what is there
 * with the same size is not sent again. Nothing is deleted in the storage because it is missing from the folder, which may be
 * a new one: only by its age.
 *
 * A copy of the whole database may take long to send. Meanwhile the segments of the new backup are sent; until its base is
 * there, they continue the backup before.
 */
export class Mirror {
  readonly #options: MirrorOptions
  readonly #owner: PrefixOwner
  /** The size of each object. */
  #stored = new Map<string, number>()
  #listedAt: number | undefined
  #preparing: Promise<void> | undefined
  /** The time of change of files that do change, as sent. */
  readonly #sentTimes = new Map<string, number>()
  /** The time of change of folders all of whose files were sent. */
  readonly #doneFolders = new Map<string, number>()

  constructor(options: MirrorOptions) {
    this.#options = options
    this.#owner = new PrefixOwner(options.storage, options.folder)
  }

  /**
   * Sends what the newest moment needs, except copies of the whole database. Returns whether the storage can now restore the
   * newest moment that the folder had at the call.
   */
  async sendNewest(): Promise<boolean> {
    await this.#prepare()
    await this.#sendErasures()
    const backups = this.#localBackups()
    const position = readPosition(this.#options.folder)
    let next = position ? backups.find(({ name }) => name === position.backup) : backups.at(-1)
    while (next) {
      await this.#sendSmall(next, position)
      if (this.#hasBase(next)) return true
      const before = next.manifest.continues?.backup
      next = backups.find(({ name }) => name === before)
    }
    return false
  }

  /** Sends everything else, the newest first, and deletes what is too old. */
  async sendRest(): Promise<void> {
    await this.#prepare()
    const position = readPosition(this.#options.folder)
    for (const backup of this.#localBackups().toReversed())
      try {
        if (!this.#hasBase(backup)) await this.#sendBase(backup)
        if (backup.name !== position?.backup) await this.#sendSmall(backup, position)
      } catch (error) {
        // The retention time of the folder has passed meanwhile.
        if (existsSync(backup.folder)) throw error
      }
    await this.#removeOld()
  }

  #prepare(): Promise<void> {
    return (this.#preparing ??= this.#holdAndList().finally(() => {
      this.#preparing = undefined
    }))
  }

  async #holdAndList(): Promise<void> {
    const { storage, now } = this.#options
    await this.#owner.hold(now())
    if (this.#listedAt !== undefined && Math.abs(now().getTime() - this.#listedAt) < listAfter) return
    const isFirst = this.#listedAt === undefined
    const listedAt = now().getTime()
    this.#stored = new Map((await storage.list()).map(({ key, bytes }) => [key, bytes]))
    this.#doneFolders.clear()
    this.#listedAt = listedAt
    // Some storages have no list of them; then they have to be removed by a rule of the bucket.
    if (isFirst) await storage.removeUnfinished().catch(() => {})
  }

  #localBackups(): LocalBackup[] {
    const { folder } = this.#options
    return backupNames(folder).flatMap((name) => {
      const own = join(folder, name)
      const manifest = readManifest(own)
      return manifest && this.#maySend(manifest.base.name) ? [{ name, folder: own, manifest }] : []
    })
  }

  #hasBase(backup: LocalBackup): boolean {
    const { name, bytes } = backup.manifest.base
    return this.#stored.get(keyOf(backup, name)) === bytes
  }

  async #sendBase(backup: LocalBackup): Promise<void> {
    const { name } = backup.manifest.base
    await this.#send(keyOf(backup, name), join(backup.folder, name))
  }

  /** Sends everything except the base; segments in the order of the log, so that there is never a gap. */
  async #sendSmall(backup: LocalBackup, position: Position | undefined): Promise<void> {
    const changedAt = statSync(backup.folder).mtimeMs
    if (this.#doneFolders.get(backup.name) === changedAt) return
    const names = await readdir(backup.folder)
    await this.#sendOnce(backup, manifestName)
    const isCurrent = position?.backup === backup.name
    for (const segment of toSegments(backup.folder, names))
      if (this.#maySend(segment.path) && (!isCurrent || isBefore(segment, position)))
        await this.#sendOnce(backup, basename(segment.path))
    if (names.includes(proofName))
      await this.#sendChanged(keyOf(backup, proofName), join(backup.folder, proofName))
    if (!isCurrent) this.#doneFolders.set(backup.name, changedAt)
  }

  async #sendOnce(backup: LocalBackup, name: string): Promise<void> {
    const key = keyOf(backup, name)
    if (!this.#stored.has(key)) await this.#send(key, join(backup.folder, name))
  }

  #maySend(path: string): boolean {
    return isEncrypted(path) || !this.#options.mustBeEncrypted
  }

  async #sendErasures(): Promise<void> {
    const path = join(this.#options.folder, erasureList)
    if (existsSync(path)) await this.#sendChanged(erasuresKey(this.#owner.folder), path)
  }

  async #sendChanged(key: string, path: string): Promise<void> {
    const { mtimeMs } = statSync(path)
    if (this.#sentTimes.get(key) === mtimeMs) return
    await this.#send(key, path)
    this.#sentTimes.set(key, mtimeMs)
  }

  async #send(key: string, path: string): Promise<void> {
    await this.#owner.hold(this.#options.now())
    const bytes = await this.#options.storage.putFile(key, path)
    this.#stored.set(key, bytes)
  }

  /** Deletes backups that the folder has deleted, by the same rule; the manifest first, so that no part of one is restored. */
  async #removeOld(): Promise<void> {
    const { folder, keepDays, now, storage } = this.#options
    const keys = Map.groupBy(this.#stored.keys(), (key) => key.slice(0, Math.max(0, key.indexOf('/'))))
    const backups = [...keys.keys()].filter(isBackupName).toSorted()
    const aged = backups.map((name): AgedBackup => {
      const names = keys.get(name)!.map((key) => basename(key))
      return {
        name,
        last: toSegments('', names).at(-1)?.at ?? fromName(name),
        isProven: names.includes(proofName),
      }
    })
    for (const name of oldBackups(aged, keepDays, now()))
      if (!existsSync(join(folder, name)))
        for (const key of manifestFirst(keys.get(name)!)) {
          await this.#owner.hold(now())
          await storage.remove(key)
          this.#stored.delete(key)
        }
  }
}

const manifestFirst = (keys: readonly string[]): string[] => {
  const isManifest = (key: string): boolean => basename(key) === manifestName
  return [...keys.filter(isManifest), ...keys.filter((key) => !isManifest(key))]
}

const keyOf = ({ name }: LocalBackup, file: string): string => `${name}/${file}`

/** A segment after the saved position is deleted by a start after a kill, and written again with another name. */
const isBefore = ({ log, to }: Segment, position: Position): boolean =>
  log < position.log || (log === position.log && to <= position.frame)
