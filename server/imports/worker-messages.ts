import type { Actor } from '#domain/access/actor.ts'
import type { FieldProblem } from '#domain/problem.ts'
import type { Config } from '../config.ts'
import type { Job } from './import-store.ts'

/** On whose behalf the thread works, and what time it is. */
export interface Seat {
  actor: Actor
  requestId: string | null
  address: string
  config: Config
  at: number
}

export type Task = { kind: 'read'; job: Job; path: string } | { kind: 'run'; job: Job; rehearsal: boolean }

export type ToWorker = { kind: 'task'; seat: Seat; task: Task } | { kind: 'your turn' }

/** A problem on its way between threads, where classes do not survive. */
export interface CarriedProblem {
  status: number
  msg: string
  errors: readonly FieldProblem[]
}

export type FromWorker =
  | { kind: 'turn wanted' }
  | { kind: 'turn over' }
  /** It gets on: so many rows are done. What takes back what it had loaded is not hurried. */
  | { kind: 'alive'; rows: number; isUndoing?: boolean }
  | { kind: 'answer'; job: Job }
  | { kind: 'refusal'; problem: CarriedProblem | null; error: Error }
