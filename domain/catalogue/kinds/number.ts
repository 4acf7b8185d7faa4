import { showPlain, type Field, type FieldOf, type FieldOptions } from '../field.ts'

interface NumberOptions extends FieldOptions {
  min?: number
  max?: number
  /** The minimum of the table constraint, when stored values are older than a raised `min`. */
  minStored?: number
  /** Whole numbers by default. */
  decimals?: number
}

export function number<const O extends NumberOptions>(label: string, options?: O): FieldOf<number, O>
export function number(label: string, options: NumberOptions = {}): Field<number> {
  const { min = 0, max = 1_000_000_000, decimals = 0 } = options
  return {
    kind: 'number',
    label,
    presence: options.presence ?? 'required',
    column: { type: decimals ? 'real' : 'integer', min: options.minStored ?? min, max },
    show: showPlain,
    typedIn: { as: 'number', min, max, decimals },
  }
}
