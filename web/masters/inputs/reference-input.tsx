import { Suspense, type ReactNode } from 'react'
import type { Option, Options } from '../../api/options.ts'
import { codeName } from '../../ui/code-name.ts'
import { matchesConstraints } from '../form/cascade.ts'
import { textOf, type OptionSource, type InputProps } from './input-props.ts'
import { LongList } from './long-lists.ts'
import { t } from '#domain/messages/t.ts'

/** A native select for a short list, a combobox for a long one. */
export function ReferenceInput(props: InputProps): ReactNode {
  const { name, value, onType, attributes, isRequired, isDisabled, optionSource } = props
  const chosen = textOf(value)
  if (!optionSource) return null
  if (!isShort(optionSource.first))
    return (
      <Suspense>
        <LongList {...props} optionSource={optionSource} />
      </Suspense>
    )
  const options = fittingOptions(optionSource)
  const isListed = chosen === '' || options.some((option) => option.value === chosen)
  return (
    <select
      {...attributes}
      className="control"
      name={name}
      value={chosen}
      required={isRequired}
      disabled={isDisabled}
      onChange={(event) =>
        onType(
          event.target.value,
          options.filter((option) => option.value === event.target.value),
        )
      }
    >
      <option value="">{t('Choose…')}</option>
      {/* A chosen value that is no longer among the options stays selectable. */}
      {!isListed && <option value={chosen}>{chosen}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {codeName(option)}
        </option>
      ))}
    </select>
  )
}

export const isShort = (first: Options | null): first is Options => first !== null && !first.more

export const fittingOptions = ({ first, optionQuery }: OptionSource): readonly Option[] =>
  first?.items.filter((option) => matchesConstraints(option, optionQuery.constraints)) ?? []
