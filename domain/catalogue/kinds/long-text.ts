import { keyOfPlain, passCell, passValue, showPlain, type Field, type FieldOptions } from '../field.ts'
import { limits, readText } from './text.ts'

export function longText(label: string, options: FieldOptions = {}): Field {
  return {
    label,
    presence: options.presence ?? 'required',
    read: (input) => readText(label, limits.freeText, input, 'many'),
    column: { type: 'text', maxLength: limits.freeText },
    toCell: passCell,
    fromCell: passValue,
    show: showPlain,
    toKey: keyOfPlain,
    typedIn: { as: 'long-text', maxLength: limits.freeText },
    sample: (n) => `${label} ${n}\nsecond line`,
    schema: { type: 'string', maxLength: limits.freeText },
    searched: false,
  }
}
