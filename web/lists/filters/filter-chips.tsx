import type { ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import '../../ui/chips.css'
import './filter-chips.css'
import { Icon } from '../../ui/icon.tsx'
import { describeWhere } from './filter-labels.ts'
import './expressions.ts'
import { describeSubtree } from './levels-of.ts'
import { useListAddress } from '../list-address.ts'
import { Link } from '../../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

/** The active filters as text, each with a button to remove it. */
export function FilterChips({ entity }: { entity: Entity }): ReactNode {
  const { filter, below, to } = useListAddress(entity)
  const { how, parts } = filter
  const remove = <T,>(all: readonly T[], one: T): T[] => all.filter((each) => each !== one)
  const chips = [
    ...below.map((each) => ({ text: describeSubtree(each), without: to({ below: remove(below, each) }) })),
    ...parts.map((part) => ({
      text: describeWhere(entity, part),
      without: to({ filter: { how, parts: remove(parts, part) } }),
    })),
  ]
  if (chips.length === 0) return null
  return (
    <ul className="chips full-list-chips" aria-label={t('Active filters')}>
      {how === 'any' && parts.length > 1 && <li className="chips-how">{t('Any of')}</li>}
      {chips.map(({ text, without }) => (
        <li key={text} className="chip">
          {text}
          <Link
            to={without}
            className="chip-off"
            aria-label={t('Remove filter: {text}', { text })}
            preventScrollReset
          >
            <Icon name="close" />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link to={to({ filter: { how: 'all', parts: [] }, below: [] })} preventScrollReset>
            {t('Clear all')}
          </Link>
        </li>
      )}
    </ul>
  )
}
