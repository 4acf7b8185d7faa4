import type { Field } from '#domain/catalogue/field.ts'
import type { ControlAttributes } from '../../ui/field.tsx'
import type { Option } from '../form-sources.ts'
import type { Typed } from '../typed-values.ts'

/** What every input is given, whatever its kind. */
export interface InputProps {
  name: string
  field: Field
  value: Typed
  onType: (value: Typed) => void
  attributes: ControlAttributes
  isRequired: boolean
  isDisabled: boolean
  /** Where the value is chosen among records of another entity. */
  options: readonly Option[]
  /** Where the server deals the value out: what it will probably be. */
  preview: string | undefined
}

export const textOf = (value: Typed): string => (typeof value === 'string' ? value : value.join(', '))
