import type { Problem } from '#domain/problem.ts'
import { fileProblem } from './file-problem.ts'
import { t } from '#domain/messages/t.ts'

export const maxRows = 200_000
export const maxColumns = 300
/** Characters of all cells together, as stored. */
export const maxText = 150 * 1024 * 1024

export const tooManyRows = (): Problem =>
  fileProblem(t('The file has more than {max, number} rows. Split it into several files', { max: maxRows }))

export const tooManyColumns = (): Problem =>
  fileProblem(
    t('The file has more than {max} columns. Leave out those that are not needed', { max: maxColumns }),
  )

export const tooMuchText = (): Problem =>
  fileProblem(t('The cells of the file hold more than 150 MB of text. Split it into several files'))
