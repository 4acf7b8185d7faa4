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
// They make a name that looks empty, or like another. Joiners stay, because Indic scripts need them, and what chooses how an emoji looks.
const invisible = /(?!\p{Join_Control}|\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\u2028\u2029]/u
// A code is typed again, compared and put into addresses: in it nothing is invisible, and of the spaces only the ordinary one.
const invisibleInCode = /(?! )[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\u2800]/u
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

function readCode(label: string, max: number, input: unknown): Reading {
  const reading = readText(label, max, input)
  if ('problem' in reading || typeof reading.value !== 'string') return reading
  if (invisibleInCode.test(reading.value))
    return {
      problem: `${label} should not contain invisible characters or spaces other than the ordinary one`,
    }
  // As a part of an address they lead to the folder, or up.
  if (reading.value === '.' || reading.value === '..')
    return { problem: `${label} should not be "." or ".."` }
  return reading
}

export function text(label: string, options: TextOptions = {}): Field {
  const isCode = /\b(Code|Id|ID|Number)$/.test(label)
  const max = options.max ?? (isCode ? limits.code : limits.name)
  return {
    label,
    presence: options.presence ?? 'required',
    read: (input) => (isCode ? readCode : readText)(label, max, input),
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
