import type { Field, FieldOf, FieldOptions } from '../field.ts'
import { formatRupees } from '../../money.ts'
import { number } from './number.ts'

const maxAmount = 1_000_000_000_000

interface AmountOptions extends FieldOptions {
  /** In rupees; by default an amount may be negative. */
  min?: number
  max?: number
}

/** Rupees and paise; negative when the firm owes the customer. Stored in paise. */
export function amount<const O extends AmountOptions>(label: string, options?: O): FieldOf<number, O>
export function amount(label: string, options: AmountOptions = {}): Field<number | null> {
  const { min = -maxAmount, max = maxAmount } = options
  const field = number(label, { ...options, min, max, decimals: 2 })
  return {
    ...field,
    kind: 'amount',
    column: { type: 'integer', inHundredths: true, min: Math.round(min * 100), max: Math.round(max * 100) },
    show: (value) => (value === null ? '' : formatRupees(Number(value))),
  }
}
