import type { Field } from '../field.ts'
import { text } from './text.ts'

/** A whole number that the specification declares as text: validated as a number, stored and returned as text. */
export function wholeText(label: string, { max }: { max: number }): Field<string> {
  const asText = text(label)
  return {
    ...asText,
    kind: 'wholeText',
    typedIn: { ...asText.typedIn, inputMode: 'numeric', max },
  }
}
