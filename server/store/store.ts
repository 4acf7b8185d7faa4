import type { Problem } from '#domain/problem.ts'
import type { Db, Dialect, Tx } from './dialect.ts'

/** Why the database is not fully usable, until an administrator fixes it. */
export interface Trouble {
  /** One sentence for users and the administrator. */
  message: string
  /** Whether reads still work. */
  isReadable: boolean
}

/** Copies the write-ahead log of an embedded database elsewhere while it is used. */
/** Everything committed before `through` was copied; null before the first copy. */
export interface ShippingStatus {
  through: string | null
  problem: string | null
}

export interface LogShipping {
  /** Of the folder of the backups, and of the storage that it is copied to, if there is one. */
  status: () => ShippingStatus & { storage?: ShippingStatus }
  /** Copies the rest; called when nothing is written any more. */
  stop: () => Promise<void>
  /** Called when the database file is closed and contains everything. */
  closed: () => void
}

export interface PoolCounts {
  total: number
  idle: number
  /** Callers that wait for a connection. */
  waiting: number
}

/** The opened and migrated database. */
export interface Store {
  dialect: Dialect
  read: Db
  /** For low-priority reads that prepare something large; only where reads block the event loop. */
  lowPriorityRead?: Db
  /** Runs reads that belong together: on one snapshot where the database has snapshots across statements. */
  readTogether: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** Atomic, and durable when it returns; retried after a deadlock or a serialization failure. */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** The same for thousands of records: the checkpoint afterwards runs in another thread. */
  largeTransaction?: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** A transaction that becomes durable with a later one; only where syncing each time would be slow. */
  relaxedTransaction?: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** The problem to answer for an error of the database. */
  problemOf: (error: unknown) => Problem | undefined
  ping: () => Promise<void>
  /** Why the database is not fully usable, as far as known. */
  trouble?: () => Trouble | undefined
  /** Checks the database now. */
  check?: () => Promise<Trouble | undefined>
  /** Why requests should be sent to another instance; undefined if this one is ready. */
  notReady?: () => Promise<string | undefined>
  /** Checks every page for damage; only for an embedded database. */
  verify?: () => Promise<void>
  /** Increases with every commit; only where this process is the only writer. */
  changeMark?: () => number
  /** A copy for dry runs that is deleted when closed; only where there is a single writer. */
  copy?: () => Promise<Store>
  /** Updates the statistics of tables that have grown a lot; only where the database does not do so itself. */
  analyzeGrownTables?: () => Promise<boolean>
  /** Lets another thread write while the work runs; only where there is a single writer. */
  lendWriter?: <T>(work: () => Promise<T>) => Promise<T>
  /** Only for an embedded database that is backed up. */
  shipping?: LogShipping
  /** Only where there are several connections. */
  poolCounts?: () => PoolCounts | undefined
  /** Cancels long reads during shutdown; their callers are asked to try again. */
  stopLongReads?: () => void
  close: () => Promise<void>
}
