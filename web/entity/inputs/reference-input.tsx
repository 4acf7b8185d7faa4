import type { ReactNode } from 'react'
import type { Option, Options } from '../../api/options.ts'
import { codeName } from '../../ui/use-suggestions.ts'
import { fits } from '../cascade.ts'
import { textOf, type Choosing, type InputProps } from './input-props.ts'
import { LongList } from './long-list.tsx'

/** A short list is the browser's own; a long one is searched by typing. */
export function ReferenceInput(props: InputProps): ReactNode {
  const { name, value, onType, attributes, isRequired, isDisabled, choosing } = props
  const chosen = textOf(value)
  if (!choosing) return null
  if (!isShort(choosing.first)) return <LongList {...props} choosing={choosing} />
  const options = fittingOptions(choosing)
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
      <option value="">Choose…</option>
      {/* What was chosen earlier is not lost because the list of today does not hold it. */}
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

export const fittingOptions = ({ first, question }: Choosing): readonly Option[] =>
  first?.items.filter((option) => fits(option, question.constraints)) ?? []
