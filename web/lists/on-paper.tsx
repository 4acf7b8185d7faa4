import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Page } from '../api/resources.ts'
import { groupOf, labelIn } from './filter.ts'
import { whereInWords } from './filter-words.ts'
import { belowInWords, useListAddress } from './list-address.ts'

/** What the screen says with chips and arrows, in words, for the sheet of paper alone. */
export function OnPaper({ entity, page }: { entity: Entity; page: Page }): ReactNode {
  const { q, filter, below, sorts, perPage } = useListAddress(entity)
  const { before = [] } = (useLocation().state ?? {}) as { before?: readonly string[] }
  const first = before.length * perPage + 1
  const words = [
    q && `Search: ${q}`,
    ...below.map(belowInWords),
    filter.parts.length > 0 && whereInWords(entity, groupOf(filter)),
    sorts.length > 0 &&
      `Sorted by ${sorts
        .map(({ field, descending }) => `${labelIn(entity, field)}${descending ? ' (descending)' : ''}`)
        .join(', ')}`,
    page.items.length > 0 &&
      `Rows ${first}–${first + page.items.length - 1}${page.total === undefined ? '' : ` of ${page.total}`}`,
  ].filter(Boolean)
  return <p className="on-paper">{words.join('. ')}</p>
}
