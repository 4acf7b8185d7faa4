import { formatCode, type Series } from './catalogue/kinds/code.ts'
import type { FieldProblem } from './problem.ts'

export const mostPrefix = 8
export const mostWidth = 10

/** What is wrong with how codes shall look, by field. */
export function problemsOfSeries({ prefix, width }: Series): FieldProblem[] {
  const problems: FieldProblem[] = []
  const refuse = (field: string, message: string): number => problems.push({ field, message })
  if (!/^[A-Za-z0-9/-]*$/.test(prefix)) refuse('prefix', 'Prefix takes letters, digits, - and / only')
  else if (prefix.length > mostPrefix) refuse('prefix', `Prefix should not exceed ${mostPrefix} characters`)
  else if (/\d$/.test(prefix))
    refuse('prefix', 'Prefix should not end in a digit: it would run into the number')
  if (!Number.isInteger(width) || width < 1 || width > mostWidth)
    refuse('width', `Digits should be a whole number from 1 to ${mostWidth}`)
  return problems
}

/** One generated code, as the administrator sees it. */
export interface SeriesShown extends Series {
  entity: string
  /** What the codes are of, such as Crop. */
  of: string
  /** What the code is called, such as Crop Code. */
  label: string
  /** The last number dealt out. */
  last: number
}

export interface SeriesChange extends Series {
  /** The number the next code gets; null: it goes on after the last. */
  start: number | null
}

export const mostStart = 999_999_999

/** The codes that come next. */
export const codesToCome = (series: Series, first: number, count = 3): string[] =>
  Array.from({ length: count }, (_, at) => formatCode(series, first + at))
