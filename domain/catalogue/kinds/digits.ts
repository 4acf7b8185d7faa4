import { showPlain, type Field, type FieldOf, type FieldOptions } from '../field.ts'
import { limits } from './text.ts'

/** A code of digits, stored as text so that 07 stays 07; invalid input is cleared while typing. */
export function digits<const O extends FieldOptions>(label: string, options?: O): FieldOf<string, O>
export function digits(label: string, options: FieldOptions = {}): Field<string> {
  return {
    kind: 'digits',
    label,
    presence: options.presence ?? 'required',
    column: { type: 'text', maxLength: limits.code },
    show: showPlain,
    typedIn: { as: 'text', maxLength: limits.code, inputMode: 'numeric', whenWrong: 'clear' },
  }
}
