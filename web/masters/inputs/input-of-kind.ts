import type { ComponentType } from 'react'
import type { TypedIn } from '#domain/catalogue/field.ts'
import { ChoiceInput } from './choice-input.tsx'
import { DateInput } from './date-input.tsx'
import { GeneratedInput } from './generated-input.tsx'
import type { InputProps } from './input-props.ts'
import { LongTextInput } from './long-text-input.tsx'
import { NumberInput } from './number-input.tsx'
import { ReferenceInput } from './reference-input.tsx'
import { ReferencesInput } from './references-input.tsx'
import { TextInput } from './text-input.tsx'

/** The input component of each kind of field. */
export const inputOfKind: Record<TypedIn['as'], ComponentType<InputProps>> = {
  text: TextInput,
  email: TextInput,
  phone: TextInput,
  instant: TextInput,
  'long-text': LongTextInput,
  number: NumberInput,
  date: DateInput,
  choice: ChoiceInput,
  reference: ReferenceInput,
  references: ReferencesInput,
  generated: GeneratedInput,
}
