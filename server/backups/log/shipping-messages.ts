import type { Manifest, Position } from '../backup-folder.ts'

/** Milliseconds that writes wait for the backup at most. The thread uses half of it, so that it never believes to be alone when it is not. */
export const maxTurn = 10_000

/** What the thread is started with. */
export interface ShippingData {
  file: string
  folder: string
  key: string | undefined
  version: string
  keepDays: number
  /** Milliseconds between two looks at the log. */
  interval: number
  /** The id of the lock of the folder; undefined if the thread has to lock it. */
  lock: string | undefined
  /** Where the last backup is continued; undefined if a new one is needed. */
  position: Position | undefined
}

export type ToShipping =
  | { kind: 'copy base' }
  /** Ship now; asked while nothing is written, so the thread asks for no turn. */
  | { kind: 'ship' }
  | { kind: 'turn' }
  | { kind: 'stop' }

export type FromShipping =
  /** The thread protects the log from now on. */
  | { kind: 'started' }
  /** Everything that was committed before that moment is in the backup. */
  | { kind: 'shipped'; through: string }
  | { kind: 'base'; manifest: Manifest }
  | { kind: 'failed'; problem: string }
  /** Asks for a moment without writes, and ends it. */
  | { kind: 'turn wanted' }
  | { kind: 'turn over' }
  /** With everything that was committed in the backup, or not. */
  | { kind: 'stopped'; isComplete: boolean }
