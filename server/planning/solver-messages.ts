import type { PlanFigures, PlanProblem } from '#domain/planning/problem.ts'
import type { SolvedPlan } from '#domain/planning/solve-plan.ts'

export interface SolverTask {
  id: number
  problem: PlanProblem
  seconds: number
  /** Shared with the server: not 0 when the solution is to end. */
  cancelled: Int32Array
}

export type FromSolver =
  | { kind: 'progress'; id: number; share: number; figures: PlanFigures }
  | { kind: 'solved'; id: number; solved: SolvedPlan }
  | { kind: 'failed'; id: number; error: Error }
