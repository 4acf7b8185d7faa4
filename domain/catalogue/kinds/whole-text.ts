import type { Field } from '../field.ts'
import { number } from './number.ts'
import { text } from './text.ts'

/** A whole number that the specification declares as text: validated as a number, stored and returned as text. */
export function wholeText(label: string, { max }: { max: number }): Field<string> {
  const asNumber = number(label, { max })
  const asText = text(label)
  return {
    ...asText,
    kind: 'wholeText',
    read: (input) => {
      const reading = asNumber.read(input)
      return 'value' in reading ? { value: String(reading.value) } : reading
    },
    typedIn: { ...asText.typedIn, inputMode: 'numeric' },
  }
}
