import type { StorageConfig } from '../../base/backup-config.ts'

/** What the thread is started with. */
export interface MirrorData {
  folder: string
  keepDays: number
  mustBeEncrypted: boolean
  storage: StorageConfig
}

export type ToMirror =
  /** Everything committed before that moment is in the folder. */
  | { kind: 'look'; through: string }
  /** Sends the rest of the newest backup, and ends. */
  | { kind: 'stop' }

export type FromMirror =
  /** Everything committed before that moment can be restored from the storage. */
  | { kind: 'sent'; through: string }
  | { kind: 'failed'; problem: string; isPassing: boolean }
  | { kind: 'works again' }
