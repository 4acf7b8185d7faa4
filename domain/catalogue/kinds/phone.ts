import type { Field, FieldOf, FieldOptions } from '../field.ts'
import { readText, text } from './text.ts'
import { t } from '../../messages/t.ts'

// Permissive on purpose: numbers are written with extensions, country codes and spaces.
const shape = /^\+?[\d\s().\-/]*\d[\d\s().\-/]*(?:(?:x|ext\.?)\s*\d+)?$/i

export function phone<const O extends FieldOptions>(label: string, options?: O): FieldOf<string, O>
export function phone(label: string, options: FieldOptions = {}): Field<string> {
  const max = 32
  return {
    ...text(label, { ...options, max }),
    kind: 'phone',
    read: (input) => {
      const reading = readText(label, max, input)
      if ('problem' in reading || shape.test(reading.value)) return reading
      return { problem: t('{label} should be a phone number', { label: t(label) }) }
    },
    typedIn: { as: 'phone', maxLength: max },
  }
}
