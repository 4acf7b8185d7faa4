import { passCell, passValue, showPlain, type Field } from '../field.ts'
import { foldText } from '../../text.ts'
import { limits } from './text.ts'

/** How a generated code looks: this is how it is declared; an administrator may set another. */
export interface Series {
  prefix: string
  width: number
}

const digitsInKey = 12

/** The number of a code, from what stands behind its prefix in a key. */
export const numberInKey = (rest: string): number | undefined =>
  rest.length === digitsInKey && /^\d+$/.test(rest) ? Number(rest) : undefined

/** Begun where the digits begin, so that a long run of them elsewhere is passed over once. */
const lastDigits = /(?<!\d)\d+$/

/** A code the server deals out in sequence: `CR0001`. The width grows by itself past the last number that fits. */
export function code(label: string, prefix: string, width: number): Field {
  return {
    label,
    presence: 'generated',
    read: () => ({ value: null }),
    column: { type: 'text', maxLength: limits.code },
    toCell: passCell,
    fromCell: passValue,
    show: showPlain,
    // Padded, so that CR10000 comes after CR9999 wherever keys are sorted.
    toKey: (value) =>
      foldText(showPlain(value)).replace(lastDigits, (digits) => digits.padStart(digitsInKey, '0')),
    typedIn: { as: 'generated' },
    sample: (n) => formatCode({ prefix, width }, n),
    schema: { type: 'string', readOnly: true },
    searched: true,
    series: { prefix, width },
  }
}

export function formatCode(series: Series, number: number): string {
  return series.prefix + String(number).padStart(series.width, '0')
}

/** The code after this one: it looks the same, and may be longer. */
export const codeAfter = (code: string): string =>
  code.replace(lastDigits, (digits) => String(Number(digits) + 1).padStart(digits.length, '0'))
