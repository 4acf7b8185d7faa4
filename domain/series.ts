import { formatCode, type Series } from './catalogue/kinds/code.ts'
import type { FieldProblem } from './problem.ts'
import { t } from './messages/t.ts'

export const maxPrefix = 8
export const maxWidth = 10

/** Validates the format of generated codes. */
export function validateSeries({ prefix, width }: Series): FieldProblem[] {
  const problems: FieldProblem[] = []
  const refuse = (field: string, message: string): number => problems.push({ field, message })
  if (!/^[A-Za-z0-9/-]*$/.test(prefix)) refuse('prefix', t('Prefix takes letters, digits, - and / only'))
  else if (prefix.length > maxPrefix)
    refuse('prefix', t('{label} should not exceed {max} characters', { label: t('Prefix'), max: maxPrefix }))
  else if (/\d$/.test(prefix))
    refuse('prefix', t('Prefix should not end in a digit: it would run into the number'))
  if (!Number.isInteger(width) || width < 1 || width > maxWidth)
    refuse(
      'width',
      t('{label} should be a whole number from {min} to {max}', {
        label: t('Digits'),
        min: 1,
        max: maxWidth,
      }),
    )
  return problems
}

/** The highest number that an administrator may set, and that a given code of the format may have. */
export const maxStart = 999_999_999

/** The next codes, for a preview. */
export const previewCodes = (series: Series, first: number, count = 3): string[] =>
  Array.from({ length: count }, (_, at) => formatCode(series, first + at))
