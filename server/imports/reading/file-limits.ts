import type { Problem } from '#domain/problem.ts'
import { fileProblem } from './file-problem.ts'

export const maxRows = 200_000
export const maxColumns = 300
/** Characters of all cells together, as stored. */
export const maxText = 150 * 1024 * 1024

export const tooManyRows = (): Problem =>
  fileProblem(`The file has more than ${maxRows.toLocaleString('en-IN')} rows. Split it into several files`)

export const tooManyColumns = (): Problem =>
  fileProblem(`The file has more than ${maxColumns} columns. Leave out those that are not needed`)

export const tooMuchText = (): Problem =>
  fileProblem('The cells of the file hold more than 150 MB of text. Split it into several files')
