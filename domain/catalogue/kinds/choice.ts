import { showPlain, type Field, type FieldOf, type FieldOptions, type TypedIn } from '../field.ts'

interface ChoiceOptions extends FieldOptions {
  remarks?: TypedIn['remarks']
}

export function choice<const C extends string, const O extends ChoiceOptions>(
  label: string,
  choices: readonly [C, ...C[]],
  options?: O,
): FieldOf<C, O>
export function choice(
  label: string,
  choices: readonly [string, ...string[]],
  options: ChoiceOptions = {},
): Field<string> {
  return {
    kind: 'choice',
    label,
    presence: options.presence ?? 'required',
    column: { type: 'text', oneOf: choices },
    show: showPlain,
    typedIn: { as: 'choice', choices, ...(options.remarks && { remarks: options.remarks }) },
  }
}
