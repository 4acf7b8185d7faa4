import type { Field, FieldOf, FieldOptions } from '../field.ts'
import { readText, text } from './text.ts'
import { t } from '../../messages/t.ts'

// The rule of <input type="email">, so that browser and server agree on every address.
const shape =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

export function email<const O extends FieldOptions>(label: string, options?: O): FieldOf<string, O>
export function email(label: string, options: FieldOptions = {}): Field<string> {
  const max = 200
  return {
    ...text(label, { ...options, max }),
    kind: 'email',
    read: (input) => {
      const reading = readText(label, max, input)
      if ('problem' in reading || shape.test(reading.value)) return reading
      return { problem: t('{label} should be an e-mail address', { label: t(label) }) }
    },
    typedIn: { as: 'email', maxLength: max },
  }
}
