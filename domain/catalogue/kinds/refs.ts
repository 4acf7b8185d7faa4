import { keyOfPlain, type Cell, type Field, type Value } from '../field.ts'
import { limits, readText } from './text.ts'
import { readTarget, type RefOptions } from './ref.ts'

const mostItems = 200

/** Several records of another entity, kept as a JSON list of one of their fields. */
export function refs(label: string, target: string, options: RefOptions = {}): Field {
  return {
    label,
    presence: options.presence ?? 'required',
    read: (input) => {
      if (!Array.isArray(input)) return { problem: `${label} should be a list` }
      if (input.length > mostItems) return { problem: `${label} should not exceed ${mostItems} items` }
      const items: string[] = []
      for (const item of input) {
        const reading = readText(label, limits.name, item)
        if ('problem' in reading) return reading
        const word = reading.value as string
        if (word === '') return { problem: `${label} should not contain blanks` }
        if (!items.includes(word)) items.push(word)
      }
      return { value: items }
    },
    column: { type: 'text' },
    toCell: (value: Value): Cell => (value === null ? null : JSON.stringify(value)),
    fromCell: (cell: Cell): Value => (cell === null ? null : (JSON.parse(String(cell)) as string[])),
    show: (value) => (Array.isArray(value) ? value.join(', ') : ''),
    toKey: keyOfPlain,
    typedIn: { as: 'references' },
    sample: (n) => [`C${n}`],
    schema: { type: 'array', items: { type: 'string', maxLength: limits.name }, maxItems: mostItems },
    searched: false,
    reference: readTarget(target, options, 'many'),
  }
}
