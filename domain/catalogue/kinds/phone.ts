import type { Field, FieldOf, FieldOptions } from '../field.ts'
import { text } from './text.ts'

export function phone<const O extends FieldOptions>(label: string, options?: O): FieldOf<string, O>
export function phone(label: string, options: FieldOptions = {}): Field<string> {
  const max = 32
  return {
    ...text(label, { ...options, max }),
    kind: 'phone',
    typedIn: { as: 'phone', maxLength: max },
  }
}
