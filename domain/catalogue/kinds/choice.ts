import {
  keyOfPlain,
  passCell,
  passValue,
  showPlain,
  type Field,
  type FieldOptions,
  type TypedIn,
} from '../field.ts'
import { listInWords } from '../../text.ts'

interface ChoiceOptions extends FieldOptions {
  remarks?: TypedIn['remarks']
}

export function choice(
  label: string,
  choices: readonly [string, ...string[]],
  options: ChoiceOptions = {},
): Field {
  return {
    label,
    presence: options.presence ?? 'required',
    read: (input) =>
      typeof input === 'string' && choices.includes(input.trim())
        ? { value: input.trim() }
        : { problem: `${label} should be ${listInWords(choices, 'or')}` },
    column: { type: 'text', oneOf: choices },
    toCell: passCell,
    fromCell: passValue,
    show: showPlain,
    toKey: keyOfPlain,
    typedIn: { as: 'choice', choices, ...(options.remarks && { remarks: options.remarks }) },
    sample: (n) => choices[n % choices.length]!,
    schema: { type: 'string', enum: choices },
    searched: false,
  }
}
