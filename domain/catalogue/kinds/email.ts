import type { Field, FieldOf, FieldOptions } from '../field.ts'
import { text } from './text.ts'

export function email<const O extends FieldOptions>(label: string, options?: O): FieldOf<string, O>
export function email(label: string, options: FieldOptions = {}): Field<string> {
  const max = 200
  return {
    ...text(label, { ...options, max }),
    kind: 'email',
    typedIn: { as: 'email', maxLength: max },
  }
}
