import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isObject } from '#domain/input.ts'
import { parseJson } from '#domain/parse-json.ts'
import { writeJson } from '../backup-folder.ts'
import type { ObjectStorage } from './object-storage.ts'
import { StorageError } from './storage-error.ts'

// Two servers that copy to one prefix would delete each other's backups by their own retention times, and a restore would
// choose between two databases. So an object names the backup folder that the prefix belongs to; it is written every
// minute, and belongs to another folder only when it was not written for some minutes: the machine was replaced.

const ownerKey = 'owner.json'

/** Milliseconds between two writes. */
const refreshAfter = 60_000
/** Milliseconds by the clock of the storage, after which another folder may have the prefix. */
export const maxOwnerAge = 5 * 60_000

interface Owner {
  /** Of the backup folder. */
  folder: string
  /** Of one start of a server. */
  start: string
  host: string
}

const isOwner = (input: unknown): input is Owner =>
  isObject(input) &&
  typeof input['folder'] === 'string' &&
  typeof input['start'] === 'string' &&
  typeof input['host'] === 'string'

/** The id of a backup folder, made with its first copy. */
export function idOfFolder(folder: string): string {
  const path = join(folder, 'mirror.json')
  const isId = (input: unknown): input is { id: string } => isObject(input) && typeof input['id'] === 'string'
  try {
    return parseJson(readFileSync(path, 'utf8'), isId).id
  } catch {
    const id = randomUUID()
    writeJson(path, { id })
    return id
  }
}

/** Holds the prefix of the storage for one backup folder. */
export class PrefixOwner {
  readonly #storage: ObjectStorage
  readonly #own: Owner
  #writtenAt: number | undefined
  #hasHeld = false

  constructor(storage: ObjectStorage, folder: string) {
    this.#storage = storage
    this.#own = { folder: idOfFolder(folder), start: randomUUID(), host: hostname() }
  }

  get folder(): string {
    return this.#own.folder
  }

  /** Throws if another server has the prefix. */
  async hold(now: Date): Promise<void> {
    if (this.#writtenAt !== undefined && Math.abs(now.getTime() - this.#writtenAt) < refreshAfter) return
    const found = await readOwner(this.#storage)
    // After a restart it is the same folder. If it changes later, a copy of the folder is in use on another machine.
    const isOther = this.#hasHeld
      ? found?.owner.start !== this.#own.start
      : found?.owner.folder !== this.#own.folder
    if (found && isOther && found.age < maxOwnerAge) {
      this.#writtenAt = undefined
      throw heldBy(found.owner, found.age)
    }
    await this.#storage.put(ownerKey, Buffer.from(`${JSON.stringify(this.#own, null, 2)}\n`))
    this.#writtenAt = now.getTime()
    this.#hasHeld = true
  }
}

/** Undefined if there is none. */
export async function readOwner(storage: ObjectStorage): Promise<{ owner: Owner; age: number } | undefined> {
  const found = await storage.get(ownerKey)
  if (!found) return undefined
  try {
    return { owner: parseJson(found.bytes.toString(), isOwner), age: found.age }
  } catch {
    return undefined
  }
}

const heldBy = ({ host }: Owner, age: number): StorageError =>
  new StorageError(
    `Another server, on ${host}, copied its backups to the same place in the storage ${Math.round(age / 1000)} s ago. ` +
      'Set BACKUP_S3_PREFIX to another one for each server. If that server was replaced by this one, wait: its place is taken over after 5 minutes.',
    'held',
    false,
  )
