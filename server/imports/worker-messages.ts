import type { Actor } from '#domain/access/actor.ts'
import type { FieldProblem } from '#domain/problem.ts'
import type { Config } from '../base/config.ts'
import type { Job } from './import-store.ts'

/** The actor, request and time that the thread uses for a task. */
export interface TaskContext {
  actor: Actor
  requestId: string | null
  address: string
  config: Config
  /** The code of the language of the request. */
  language: string
  at: number
}

export type Task = { kind: 'read'; job: Job; path: string } | { kind: 'run'; job: Job; isDryRun: boolean }

export type ToWorker = { kind: 'task'; taskContext: TaskContext; task: Task } | { kind: 'your turn' }

/** A Problem as plain data, because classes do not survive between threads. */
export interface ProblemData {
  status: number
  msg: string
  errors: readonly FieldProblem[]
}

export type FromWorker =
  | { kind: 'turn wanted' }
  | { kind: 'turn over' }
  /** Progress in rows; a task that undoes its records has no time limit. */
  | { kind: 'alive'; rows: number; isUndoing?: boolean }
  | { kind: 'answer'; job: Job }
  | { kind: 'refusal'; problem: ProblemData | null; error: Error }
