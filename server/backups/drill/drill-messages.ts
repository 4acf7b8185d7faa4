import type { StorageConfig } from '../../base/backup-config.ts'

export interface DrillData {
  /** The folder of the backups, or the storage that they are copied to. */
  from: string | StorageConfig
  key: string | undefined
  /** An empty folder in which the backup is restored. */
  scratch: string
  /** The database in use, to compare the restored rows with; undefined if the drill runs without the server. */
  live: string | undefined
  now: string
}

export interface DrillResult {
  backup: string
  /** The moment whose state was restored. */
  restoredAt: string
  tables: number
  rows: number
  /** Bytes of the restored database. */
  bytes: number
  seconds: number
}

export type DrillOutcome = { result: DrillResult; problem: null } | { result: null; problem: string }

/** Begin now: everything is in the backup, and nothing is written. */
export type ToDrill = { kind: 'begin' }

export type FromDrill =
  /** The thread has loaded its code and can begin. */
  | { kind: 'loaded' }
  /** The drill has its view of the database in use, which may be written again. */
  | { kind: 'ready' }
  | { kind: 'done'; result: DrillResult }
  | { kind: 'failed'; problem: string }
