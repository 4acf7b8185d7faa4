import type { Field, FieldOptions } from '../field.ts'
import { readText, text } from './text.ts'

// Loose on purpose: extensions, country codes and spaces are how people write numbers down.
const shape = /^\+?[\d\s().\-/]*\d[\d\s().\-/]*(?:(?:x|ext\.?)\s*\d+)?$/i

export function phone(label: string, options: FieldOptions = {}): Field {
  const max = 32
  return {
    ...text(label, { ...options, max }),
    read: (input) => {
      const reading = readText(label, max, input)
      if ('problem' in reading || shape.test(reading.value as string)) return reading
      return { problem: `${label} should be a phone number` }
    },
    typedIn: { as: 'phone', maxLength: max },
    sample: (n) => String(9_800_000_000 + n),
    schema: { type: 'string', maxLength: max },
  }
}
