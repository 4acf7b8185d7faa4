import type { Problem } from '#domain/problem.ts'
import { refused } from './refused.ts'

export const maxRows = 200_000
export const maxColumns = 300
/** Letters of all cells together, as they are kept. */
export const maxText = 150 * 1024 * 1024

export const tooManyRows = (): Problem =>
  refused(`The file has more than ${maxRows.toLocaleString('en-IN')} rows. Send it in several files`)

export const tooManyColumns = (): Problem =>
  refused(`The file has more than ${maxColumns} columns. Leave out those that are not needed`)

export const tooMuchText = (): Problem =>
  refused('The cells of the file hold more than 150 MB of text. Send it in several files')
