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

export type Task =
  | { kind: 'take in'; entity: string; name: string; bytes: Uint8Array }
  | { kind: 'run'; job: Job; rehearsal: boolean }

export type ToWorker = { kind: 'task'; id: number; seat: Seat; task: Task } | { kind: 'your turn' }

/** A problem on its way between threads, where classes do not survive. */
export interface CarriedProblem {
  status: number
  msg: string
  errors: readonly FieldProblem[]
}

export type FromWorker =
  | { kind: 'turn wanted' }
  | { kind: 'turn over' }
  | { kind: 'answer'; id: number; job: Job | null }
  | { kind: 'refusal'; id: number; problem: CarriedProblem | null; error: Error }
