import { showPlain, type Field, type FieldOf, type FieldOptions } from '../field.ts'
import { limits } from './text.ts'

export function longText<const O extends FieldOptions>(label: string, options?: O): FieldOf<string, O>
export function longText(label: string, options: FieldOptions = {}): Field<string> {
  return {
    kind: 'longText',
    label,
    presence: options.presence ?? 'required',
    column: { type: 'text', maxLength: limits.freeText },
    show: showPlain,
    typedIn: { as: 'long-text', maxLength: limits.freeText },
  }
}
