import type { Field, ReadResult } from '../field.ts'
import { isCodeLabel, limits } from '../kinds/text.ts'
import { countCharacters, tidyText } from '../../text.ts'
import { t } from '../../messages/t.ts'

// Control characters: C0, delete and C1.
const controlInLine = /\p{Cc}/u
// Invisible characters make a name look empty or like another. Joiners (Indic scripts) and variation selectors (emoji) are allowed.
const invisible = /(?!\p{Join_Control}|\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\u2028\u2029]/u
// Codes are retyped, compared and used in URLs, so they allow no invisible characters and only the ordinary space.
const invisibleInCode = /(?! )[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\u2800]/u
const controlInText = /(?![\n\t])\p{Cc}/u

/** The checks that all kinds of text share. */
export function readText(
  label: string,
  max: number,
  input: unknown,
  lines: 'one' | 'many' = 'one',
): ReadResult<string> {
  if (typeof input !== 'string') return { problem: t('{label} should be text', { label: t(label) }) }
  // Checked before normalising, because composing characters takes quadratic time.
  if (input.length > max * 2 + 600)
    return { problem: t('{label} should not exceed {max} characters', { label: t(label), max }) }
  const text = tidyText(input)
  if (!text.isWellFormed())
    return { problem: t('{label} holds a character that cannot be stored', { label: t(label) }) }
  if ((lines === 'one' ? controlInLine : controlInText).test(text)) {
    return { problem: t('{label} should not contain control characters', { label: t(label) }) }
  }
  if (lines === 'one' && invisible.test(text)) {
    return { problem: t('{label} should not contain invisible characters', { label: t(label) }) }
  }
  if (countCharacters(text) > max)
    return { problem: t('{label} should not exceed {max} characters', { label: t(label), max }) }
  return { value: text }
}

export function readCode(label: string, max: number, input: unknown): ReadResult<string> {
  const reading = readText(label, max, input)
  if ('problem' in reading) return reading
  if (invisibleInCode.test(reading.value))
    return {
      problem: t('{label} should not contain invisible characters or spaces other than the ordinary one', {
        label: t(label),
      }),
    }
  // As URL path segments these would change the path.
  if (reading.value === '.' || reading.value === '..')
    return { problem: t('{label} should not be "." or ".."', { label: t(label) }) }
  return reading
}

export const lengthOf = ({ column }: Field): number => column.maxLength ?? limits.name

const inCapitals = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase()

export const readTextField = (field: Field, input: unknown): ReadResult<string> =>
  (isCodeLabel(field.label) ? readCode : readText)(
    field.label,
    lengthOf(field),
    field.inCapitals && typeof input === 'string' ? inCapitals(input) : input,
  )
