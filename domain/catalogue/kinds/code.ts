import { showPlain, type Field } from '../field.ts'
import { limits } from './text.ts'

/** The format of a generated code; an administrator may change the declared one. */
export interface Series {
  prefix: string
  width: number
}

/** Matches only from the first digit of a run, so that a long run elsewhere does not cause quadratic time. */
export const lastDigits = /(?<!\d)\d+$/

interface CodeOptions {
  /** Whether an import or an API client may give a code of its own. */
  mayBeGiven?: true
}

/** A code that the server generates in sequence: `CR0001`. It grows beyond its width when the number needs it. */
export function code(
  label: string,
  prefix: string,
  width: number,
  { mayBeGiven }: CodeOptions = {},
): Field<string> {
  return {
    kind: 'code',
    label,
    presence: 'generated',
    column: { type: 'text', maxLength: limits.code },
    show: showPlain,
    typedIn: { as: 'generated' },
    series: { prefix, width, ...(mayBeGiven && { mayBeGiven }) },
  }
}

export function formatCode(series: Series, number: number): string {
  return series.prefix + String(number).padStart(series.width, '0')
}

/** The next code in the same format. */
export const codeAfter = (code: string): string =>
  code.replace(lastDigits, (digits) => String(Number(digits) + 1).padStart(digits.length, '0'))
