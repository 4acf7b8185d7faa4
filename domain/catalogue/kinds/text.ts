import { showPlain, type Field, type FieldOf, type FieldOptions, type TypedIn } from '../field.ts'

export const limits = { code: 32, name: 200, freeText: 4000 } as const

interface TextOptions extends FieldOptions {
  max?: number
  whenWrong?: 'cut'
  sensitive?: boolean
  hyphenated?: true
  inCapitals?: true
  advice?: TypedIn['advice']
  hint?: string
}

/** Codes are retyped, compared and used in URLs. */
export const isCodeLabel = (label: string): boolean => /\b(Code|Id|ID|Number)$/.test(label)

export function text<const O extends TextOptions>(label: string, options?: O): FieldOf<string, O>
export function text(label: string, options: TextOptions = {}): Field<string> {
  const max = options.max ?? (isCodeLabel(label) ? limits.code : limits.name)
  return {
    kind: 'text',
    label,
    presence: options.presence ?? 'required',
    column: { type: 'text', maxLength: max },
    show: showPlain,
    typedIn: {
      as: 'text',
      maxLength: max,
      ...(options.whenWrong && { whenWrong: options.whenWrong }),
      ...(options.advice && { advice: options.advice }),
      ...(options.hint && { hint: options.hint }),
    },
    ...(options.sensitive && { sensitive: true }),
    ...(options.hyphenated && { hyphenated: true }),
    ...(options.inCapitals && { inCapitals: true }),
  }
}
