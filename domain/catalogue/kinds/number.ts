import { keyOfPlain, passCell, passValue, showPlain, type Field, type FieldOptions } from '../field.ts'

interface NumberOptions extends FieldOptions {
  min?: number
  max?: number
  /** What the table accepts, where it holds values from before the limit was raised. */
  minStored?: number
  /** Whole numbers unless decimals are asked for. */
  decimals?: number
}

const numeral = /^[+-]?\d{1,15}(\.\d{1,9})?$/

/** A form sends digits as text, a program sends a number: both mean the same and nothing is guessed. */
function toNumber(input: unknown): number | undefined {
  if (typeof input === 'number') return Number.isFinite(input) ? input : undefined
  if (typeof input === 'string' && numeral.test(input.trim())) return Number(input)
  return undefined
}

export function number(label: string, options: NumberOptions = {}): Field {
  const { min = 0, max = 1_000_000_000, decimals = 0 } = options
  return {
    label,
    presence: options.presence ?? 'required',
    read: (input) => {
      const value = toNumber(input)
      if (value === undefined) return { problem: `${label} should be a number` }
      if (Number(value.toFixed(decimals)) !== value) {
        return {
          problem: decimals
            ? `${label} should have at most ${decimals} decimals`
            : `${label} should be a whole number`,
        }
      }
      if (value < min) return { problem: `${label} should not be less than ${min.toLocaleString('en-IN')}` }
      if (value > max) return { problem: `${label} should not exceed ${max.toLocaleString('en-IN')}` }
      return { value: value === 0 ? 0 : value } // -0 would come back as another value than it went in
    },
    column: { type: decimals ? 'real' : 'integer', min: options.minStored ?? min, max },
    toCell: passCell,
    fromCell: passValue,
    show: showPlain,
    toKey: keyOfPlain,
    typedIn: { as: 'number', min },
    sample: (n) => Math.min(max, Math.max(min, n)),
    schema: { type: decimals ? 'number' : 'integer', minimum: min, maximum: max },
    searched: false,
  }
}
