import { keyOfPlain, type Field, type FieldOptions } from '../field.ts'
import { inRupees } from '../../money.ts'
import { number } from './number.ts'

const most = 1_000_000_000_000

/** Rupees and paise; negative where the firm owes. The table counts paise. */
export function amount(label: string, options: FieldOptions = {}): Field {
  const field = number(label, { ...options, min: -most, max: most, decimals: 2 })
  return {
    ...field,
    column: { type: 'integer', inHundredths: true, min: -most * 100, max: most * 100 },
    toCell: (value) => (value === null ? null : Math.round(Number(value) * 100)),
    fromCell: (cell) => (cell === null ? null : Number(cell) / 100),
    show: (value) => (value === null ? '' : inRupees(Number(value))),
    toKey: keyOfPlain,
    sample: (n) => n * 100 + 0.5,
  }
}
