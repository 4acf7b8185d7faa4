import type { Field, FieldOptions } from '../field.ts'
import { readText, text } from './text.ts'

// The rule of <input type="email">, so that browser and server agree on every address.
const shape =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

export function email(label: string, options: FieldOptions = {}): Field {
  const max = 200
  return {
    ...text(label, { ...options, max }),
    read: (input) => {
      const reading = readText(label, max, input)
      if ('problem' in reading || shape.test(reading.value as string)) return reading
      return { problem: `${label} should be an e-mail address` }
    },
    typedIn: { as: 'email', maxLength: max },
    sample: (n) => `person${n}@example.in`,
    schema: { type: 'string', format: 'email', maxLength: max },
  }
}
