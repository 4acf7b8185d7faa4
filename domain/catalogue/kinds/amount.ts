import type { Field, FieldOf, FieldOptions } from '../field.ts'
import { formatRupees } from '../../money.ts'
import { number } from './number.ts'

const maxAmount = 1_000_000_000_000

/** Rupees and paise; negative when the firm owes the customer. Stored in paise. */
export function amount<const O extends FieldOptions>(label: string, options?: O): FieldOf<number, O>
export function amount(label: string, options: FieldOptions = {}): Field<number | null> {
  const field = number(label, { ...options, min: -maxAmount, max: maxAmount, decimals: 2 })
  return {
    ...field,
    kind: 'amount',
    column: { type: 'integer', inHundredths: true, min: -maxAmount * 100, max: maxAmount * 100 },
    show: (value) => (value === null ? '' : formatRupees(Number(value))),
  }
}
