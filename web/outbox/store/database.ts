import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb'
import type { EventResult } from '#domain/api/field/events.ts'
import type { FieldEvent } from '#domain/field/events.ts'
import type { PackAccount, PackCustomer, PackMasters, PackProposal } from '#domain/field/pack.ts'
import { t } from '#domain/messages/t.ts'

/** An event on this device, and what became of it. */
export interface OutboxEntry {
  event: FieldEvent
  /** The short reference that the office can search for. */
  reference: string
  state: 'waiting' | 'sending' | 'sent' | 'refused'
  /** Why it was refused, or what became of it. */
  message: string | null
  marks: EventResult['marks']
  /** By the clock of the server. */
  sentAt: string | null
  /** The visit that it recorded, planned or changed. */
  visit: EventResult['visit']
  /** The name of the customer, shown while this device does not hold its customers. */
  name?: string | undefined
}

/** As stored: in the order of recording, which a clock that was set back does not change. `sending` is never stored. */
export interface StoredEntry extends OutboxEntry {
  position?: number
  id: string
  account: string
  /** Until when a form waits for the answer, in milliseconds by the clock of this device: the server then refuses conflicts. */
  awaitedUntil?: number
  /** What the form needs to know of a refusal. */
  errors?: EventResult['errors']
  conflict?: EventResult['conflict']
}

export const isAwaited = ({ awaitedUntil }: Pick<StoredEntry, 'awaitedUntil'>): boolean =>
  awaitedUntil !== undefined && awaitedUntil > Date.now()

/** This device as the server knows it, one for each account that used it. */
export interface Device {
  account: string
  id: string
  /** The key that hands in events without a session; null until registered, and after the server refused it. */
  key: string | null
}

/** Checks the password of an account without a network. The password itself is not stored. */
export interface PasswordVerifier {
  account: string
  /** In lower case, as it is typed at the log-in. */
  email: string
  salt: Uint8Array<ArrayBuffer>
  iterations: number
  hash: Uint8Array<ArrayBuffer>
  /** Attempts since the last right password. */
  attempts: number
  /** Milliseconds of the epoch before which no attempt is accepted. */
  blockedUntil: number
}

/** What was downloaded, besides the customers. */
export interface PackInfo {
  name: 'pack'
  account: PackAccount
  cursor: string
  /** Customers in scope that the next request asks for. */
  missing: readonly string[]
  dayOff: string | null
  tiles: string | null
  timeZone: string
  /** By the clock of the server. */
  syncedAt: string
  /** Changes with the customers, masters and proposals. */
  revision: number
}

/** The last contact with the server. */
export interface ContactStatus {
  name: 'status'
  /** Since when the server cannot be reached; null while it can. */
  offlineSince: string | null
  lastSentAt: string | null
  /** Milliseconds to add to the clock of this device to get the time of the server. */
  clockOffset: number
  /** Why the server accepts nothing from the account, by account. */
  problems: Readonly<Record<string, string>>
}

export interface OutboxSchema extends DBSchema {
  meta: { key: string; value: PackInfo | ContactStatus }
  devices: { key: string; value: Device }
  customers: { key: string; value: PackCustomer }
  masters: { key: string; value: PackMasters }
  proposals: { key: string; value: PackProposal }
  outbox: { key: number; value: StoredEntry; indexes: { id: string } }
  photos: { key: string; value: Blob }
  verifiers: { key: string; value: PasswordVerifier }
  /** Of events that were sent and are no longer in the outbox; `at` in milliseconds of the epoch. */
  sentIds: { key: string; value: { id: string; at: number } }
}

export type OutboxDatabase = IDBPDatabase<OutboxSchema>
type Upgrade = IDBPTransaction<OutboxSchema, StoreNames<OutboxSchema>[], 'versionchange'>

export const databaseName = 'agridesk'
const version = 3

/**
 * Each step leads from one version to the next; a released step is never edited, because devices skip releases. A step only
 * adds stores and indexes: an older page that is still open, or kept for use without a network, goes on with the newer version.
 */
const steps: readonly ((database: OutboxDatabase, upgrade: Upgrade) => void)[] = [
  (database) => {
    database.createObjectStore('meta', { keyPath: 'name' })
    database.createObjectStore('devices', { keyPath: 'account' })
    database.createObjectStore('customers', { keyPath: 'id' })
    database.createObjectStore('masters')
    database.createObjectStore('proposals', { keyPath: 'event' })
    const outbox = database.createObjectStore('outbox', { keyPath: 'position', autoIncrement: true })
    outbox.createIndex('id', 'id', { unique: true })
    database.createObjectStore('photos')
  },
  (database) => {
    database.createObjectStore('verifiers', { keyPath: 'account' })
  },
  (database) => {
    database.createObjectStore('sentIds', { keyPath: 'id' })
  },
]

/** Something could not be stored on this device; the message says what to do. */
export class StorageProblem extends Error {
  constructor(cause: unknown) {
    super(sentenceOf(cause), { cause })
    this.name = 'StorageProblem'
  }
}

const nameOf = (error: unknown): string =>
  error instanceof Error || error instanceof DOMException ? error.name : ''

function sentenceOf(error: unknown): string {
  switch (nameOf(error)) {
    case 'QuotaExceededError':
      return t(
        "This phone's storage is full. Delete photos or apps that you do not need, then save again. What was saved before is still here",
      )
    case 'TimeoutError':
      return t('Another tab of AgriDesk keeps an old version open. Close the other tabs, then save again')
    default:
      return t(
        'This browser did not store it on this phone. Leave private browsing or free some storage, then save again',
      )
  }
}

/** Why nothing can be read on this device, and what to do. */
export function readProblemOf(error: unknown): string {
  return nameOf(error instanceof StorageProblem ? error.cause : error) === 'TimeoutError'
    ? t('Another tab of AgriDesk keeps an old version open. Close the other tabs, then reload this page')
    : t(
        'This browser cannot read what is stored on this phone. Leave private browsing or free some storage, then reload this page',
      )
}

let opened: Promise<OutboxDatabase> | undefined

/** Milliseconds to wait for other tabs to close an older version. */
const upgradeTimeout = 4000

/** Opens this version, or the newer one that a newer page made. */
const open = (): Promise<OutboxDatabase> =>
  openVersion(version).catch((error: unknown) => {
    if (nameOf(error) !== 'VersionError') throw error
    return openVersion(undefined)
  })

function openVersion(wanted: number | undefined): Promise<OutboxDatabase> {
  const forget = (): void => {
    opened = undefined
  }
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    openDB<OutboxSchema>(databaseName, wanted, {
      upgrade: (database, from, to, upgrade) => {
        for (const step of steps.slice(from, to ?? version)) step(database, upgrade)
      },
      // A tab that closes its version in time lets the upgrade go on.
      blocked: () => {
        timer = setTimeout(() => reject(new DOMException('blocked', 'TimeoutError')), upgradeTimeout)
      },
      // A newer version is opened in another tab, or the data of the site is deleted: both wait until this one is closed.
      blocking: (_from, _to, event) => {
        forget()
        if (event.target instanceof IDBDatabase) event.target.close()
      },
      terminated: forget,
    })
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

/** The database of this browser. Throws `StorageProblem`. */
export async function openDatabase(): Promise<OutboxDatabase> {
  opened ??= open()
  try {
    return await opened
  } catch (error) {
    opened = undefined
    throw new StorageProblem(error)
  }
}

/** Runs work on the database, with its failures in words. */
export async function withDatabase<T>(work: (database: OutboxDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase()
  try {
    return await work(database)
  } catch (error) {
    // The connection was closed between opening and use, by an upgrade or by the browser.
    if (nameOf(error) !== 'InvalidStateError')
      throw error instanceof DOMException ? new StorageProblem(error) : error
    opened = undefined
    return work(await openDatabase())
  }
}
