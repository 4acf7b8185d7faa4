import type { Field } from '#domain/catalogue/field.ts'
import type { Option, OptionQuery, Options } from '../../api/options.ts'
import type { ControlAttributes } from '../../ui/field.tsx'
import type { Typed } from '../typed.ts'

/** What an input is given that chooses among the records of another entity. */
export interface Choosing {
  /** The first of the values, whatever else is chosen; null when they could not be had. */
  first: Options | null
  /** What to ask for more of them: only what fits the fields chosen before. */
  question: OptionQuery
  retry: () => void
}

/** What every input is given, whatever its kind. */
export interface InputProps {
  name: string
  field: Field
  value: Typed
  /** With the options, when the value was chosen from a list. */
  onType: (value: Typed, options?: readonly Option[]) => void
  attributes: ControlAttributes
  isRequired: boolean
  isDisabled: boolean
  /** Where the value is chosen among records of another entity. */
  choosing: Choosing | undefined
  /** Where the server deals the value out: what it will probably be. */
  preview: string | undefined
}

export const textOf = (value: Typed): string => (typeof value === 'string' ? value : value.join(', '))
