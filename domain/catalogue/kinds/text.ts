import {
  keyOfPlain,
  passCell,
  passValue,
  showPlain,
  type Field,
  type FieldOptions,
  type Reading,
  type TypedIn,
} from '../field.ts'
import { countCharacters, tidyText } from '../../text.ts'

export const limits = { code: 32, name: 200, freeText: 4000 } as const

interface TextOptions extends FieldOptions {
  max?: number
  whenWrong?: TypedIn['whenWrong']
  sample?: (n: number) => string
  sensitive?: boolean
  advice?: TypedIn['advice']
}

// Everything below a space, delete, and the C1 block: no clerk types them and no table should hold them.
const controlInLine = /\p{Cc}/u
// They make two codes that look the same, or a name that looks empty. Joiners stay: Indic scripts need them.
const invisible = /[\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\u3164\ufeff]/
const controlInText = /(?![\n\t])\p{Cc}/u

/** The checks every kind of text shares; `rule` is what the kind itself adds. */
export function readText(label: string, max: number, input: unknown, lines: 'one' | 'many' = 'one'): Reading {
  if (typeof input !== 'string') return { problem: `${label} should be text` }
  // Before anything else is done with it: composing characters takes time that grows with the square of their number.
  if (input.length > max * 2 + 600) return { problem: `${label} should not exceed ${max} characters` }
  const text = tidyText(input)
  if (!text.isWellFormed()) return { problem: `${label} holds a character that cannot be stored` }
  if ((lines === 'one' ? controlInLine : controlInText).test(text)) {
    return { problem: `${label} should not contain control characters` }
  }
  if (lines === 'one' && invisible.test(text)) {
    return { problem: `${label} should not contain invisible characters` }
  }
  if (countCharacters(text) > max) return { problem: `${label} should not exceed ${max} characters` }
  return { value: text }
}

export function text(label: string, options: TextOptions = {}): Field {
  const max = options.max ?? (/\b(Code|Id|ID|Number)$/.test(label) ? limits.code : limits.name)
  return {
    label,
    presence: options.presence ?? 'required',
    read: (input) => readText(label, max, input),
    column: { type: 'text', maxLength: max },
    toCell: passCell,
    fromCell: passValue,
    show: showPlain,
    toKey: keyOfPlain,
    typedIn: {
      as: 'text',
      maxLength: max,
      ...(options.whenWrong && { whenWrong: options.whenWrong }),
      ...(options.advice && { advice: options.advice }),
    },
    sample: options.sample ?? ((n) => (max <= limits.code ? `C${n}` : `${label} ${n}`)),
    schema: { type: 'string', maxLength: max },
    searched: true,
    ...(options.sensitive && { sensitive: true }),
  }
}
