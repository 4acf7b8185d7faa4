import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import '../styles/chips.css'
import { Icon } from '../ui/icon.tsx'
import { whereInWords } from './filter-words.ts'
import { belowInWords, useListAddress } from './list-address.ts'

/** What narrows the list down, in words, each with a way to take it off. */
export function FilterChips({ entity }: { entity: Entity }): ReactNode {
  const { filter, below, to } = useListAddress(entity)
  const { how, parts } = filter
  const without = <T,>(all: readonly T[], one: T): T[] => all.filter((each) => each !== one)
  const chips = [
    ...below.map((each) => ({ words: belowInWords(each), off: to({ below: without(below, each) }) })),
    ...parts.map((part) => ({
      words: whereInWords(entity, part),
      off: to({ filter: { how, parts: without(parts, part) } }),
    })),
  ]
  if (chips.length === 0) return null
  return (
    <ul className="chips full-list-chips" aria-label="Filters in force">
      {how === 'any' && parts.length > 1 && <li className="chips-how">Any of</li>}
      {chips.map(({ words, off }) => (
        <li key={words} className="chip">
          {words}
          <Link to={off} className="chip-off" aria-label={`No longer only: ${words}`} preventScrollReset>
            <Icon name="close" />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link to={to({ filter: { how: 'all', parts: [] }, below: [] })} preventScrollReset>
            Clear all
          </Link>
        </li>
      )}
    </ul>
  )
}
