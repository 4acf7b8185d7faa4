import type { Field } from '#domain/catalogue/field.ts'
import type { Option, OptionQuery, Options } from '../../api/options.ts'
import type { ControlAttributes } from '../../ui/field.tsx'
import type { Typed } from '../form/typed.ts'

/** Props of an input that chooses records of another entity. */
export interface OptionSource {
  /** The first options, without constraints; null when they could not be loaded. */
  first: Options | null
  /** The query for further options, limited by the fields chosen before. */
  optionQuery: OptionQuery
  retry: () => void
}

/** Props of every input. */
export interface InputProps {
  name: string
  field: Field
  value: Typed
  /** Called with the options as well, when the value was chosen from a list. */
  onType: (value: Typed, options?: readonly Option[]) => void
  attributes: ControlAttributes
  isRequired: boolean
  isDisabled: boolean
  /** For values chosen among records of another entity. */
  optionSource: OptionSource | undefined
  /** For generated values: the probable next value. */
  preview: string | undefined
}

export const textOf = (value: Typed): string => (typeof value === 'string' ? value : value.join(', '))
