import type { Field } from '../field.ts'
import { number } from './number.ts'
import { text } from './text.ts'

/** A whole number that the specification has as text: kept and answered as text, checked as a number. */
export function wholeText(label: string, { max }: { max: number }): Field {
  const asNumber = number(label, { max })
  const asText = text(label)
  return {
    ...asText,
    read: (input) => {
      const reading = asNumber.read(input)
      return 'value' in reading ? { value: String(reading.value) } : reading
    },
    typedIn: { ...asText.typedIn, inputMode: 'numeric' },
    sample: (n) => String(n),
    schema: { type: 'string', pattern: '^\\d+$' },
  }
}
