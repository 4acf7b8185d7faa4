import type { Field, FieldOf } from '../field.ts'
import { limits, readText } from './text.ts'
import { readTarget, type RefOptions } from './ref.ts'
import { t } from '../../messages/t.ts'

export const maxItems = 200

/** References to several records of another entity, stored as a JSON array of one of their fields. */
export function refs<const O extends RefOptions>(
  label: string,
  target: string,
  options?: O,
): FieldOf<readonly string[], O>
export function refs(
  label: string,
  target: string,
  options: RefOptions = {},
): Field<readonly string[] | null> {
  return {
    kind: 'refs',
    label,
    presence: options.presence ?? 'required',
    read: (input) => {
      if (!Array.isArray(input)) return { problem: t('{label} should be a list', { label: t(label) }) }
      if (input.length > maxItems)
        return { problem: t('{label} should not exceed {maxItems} items', { label: t(label), maxItems }) }
      const items: string[] = []
      for (const item of input) {
        const reading = readText(label, limits.name, item)
        if ('problem' in reading) return reading
        const word = reading.value
        if (word === '') return { problem: t('{label} should not contain blanks', { label: t(label) }) }
        if (!items.includes(word)) items.push(word)
      }
      return { value: items }
    },
    column: { type: 'text' },
    show: (value) => (Array.isArray(value) ? value.join(', ') : ''),
    typedIn: { as: 'references' },
    reference: readTarget(target, options, 'many'),
  }
}
