import { keyOfPlain, passCell, passValue, showPlain, type Field, type FieldOptions } from '../field.ts'
import { limits } from './text.ts'

const onlyDigits = new RegExp(`^\\d{1,${limits.code}}$`)

/** A code made of digits. It is kept as text, so that 07 stays 07; a wrong one is cleared while it is typed. */
export function digits(label: string, options: FieldOptions = {}): Field {
  return {
    label,
    presence: options.presence ?? 'required',
    read: (input) => {
      const text =
        typeof input === 'number' && Number.isSafeInteger(input)
          ? String(input)
          : typeof input === 'string'
            ? input.trim()
            : ''
      return onlyDigits.test(text) ? { value: text } : { problem: `${label} should be a number` }
    },
    column: { type: 'text', maxLength: limits.code },
    toCell: passCell,
    fromCell: passValue,
    show: showPlain,
    toKey: keyOfPlain,
    typedIn: { as: 'text', maxLength: limits.code, inputMode: 'numeric', whenWrong: 'clear' },
    sample: (n) => String(n).padStart(2, '0'),
    schema: { type: 'string', pattern: '^\\d+$', maxLength: limits.code },
    searched: false,
  }
}
