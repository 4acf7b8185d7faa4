import { showPlain, type Field, type FieldOf, type FieldOptions } from '../field.ts'
import { t } from '../../messages/t.ts'

interface NumberOptions extends FieldOptions {
  min?: number
  max?: number
  /** The minimum of the table constraint, when stored values are older than a raised `min`. */
  minStored?: number
  /** Whole numbers by default. */
  decimals?: number
}

const numeral = /^[+-]?\d{1,15}(\.\d{1,9})?$/

/** Forms send digits as text, API clients send numbers. */
function toNumber(input: unknown): number | undefined {
  if (typeof input === 'number') return Number.isFinite(input) ? input : undefined
  if (typeof input === 'string' && numeral.test(input.trim())) return Number(input)
  return undefined
}

export function number<const O extends NumberOptions>(label: string, options?: O): FieldOf<number, O>
export function number(label: string, options: NumberOptions = {}): Field<number> {
  const { min = 0, max = 1_000_000_000, decimals = 0 } = options
  return {
    kind: 'number',
    label,
    presence: options.presence ?? 'required',
    read: (input) => {
      const value = toNumber(input)
      if (value === undefined) return { problem: t('{label} should be a number', { label: t(label) }) }
      if (Number(value.toFixed(decimals)) !== value) {
        return {
          problem: decimals
            ? t('{label} should have at most {decimals} decimals', { label: t(label), decimals })
            : t('{label} should be a whole number', { label: t(label) }),
        }
      }
      if (value < min)
        return { problem: t('{label} should not be less than {min, number}', { label: t(label), min }) }
      if (value > max)
        return { problem: t('{label} should not exceed {max, number}', { label: t(label), max }) }
      return { value: value === 0 ? 0 : value } // -0 would not survive a round trip through the database
    },
    column: { type: decimals ? 'real' : 'integer', min: options.minStored ?? min, max },
    show: showPlain,
    typedIn: { as: 'number', min },
  }
}
