/** A program over variables between 0 and 1, to be minimised; each row is a sum that is at most `upper`. */
export interface Program {
  costs: readonly number[]
  rows: readonly Row[]
  /** Whether the variables are whole numbers. */
  isWhole: boolean
  /** A known solution to start from. */
  start?: readonly number[]
}

export interface ProgramOptions {
  seconds: number
  /** The solver may stop when its solution is within this share of its bound. */
  gap: number
  shouldStop: () => boolean
}

export interface ProgramSolution {
  /** Undefined: no solution within the time. */
  values: readonly number[] | undefined
  /** No solution is better. */
  bound: number
  isOptimal: boolean
}

/** Solves a mixed-integer program. The implementation is passed in, so that this folder needs no package. */
export type SolveProgram = (program: Program, options: ProgramOptions) => ProgramSolution

export interface Row {
  upper: number
  indices: readonly number[]
  values: readonly number[]
}
