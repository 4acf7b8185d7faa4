import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Page } from '../../api/resources.ts'
import { groupOf, labelIn } from '../filters/filter.ts'
import { describeWhere } from '../filters/filter-labels.ts'
import { describeSubtree, useListAddress } from '../list-address.ts'

/** Describes search, filters and sorting in text; visible in print only. */
export function PrintView({ entity, page }: { entity: Entity; page: Page }): ReactNode {
  const { q, filter, below, sorts, perPage } = useListAddress(entity)
  const { before: previousPages = [] } = (useLocation().state ?? {}) as { before?: readonly string[] }
  const first = previousPages.length * perPage + 1
  const parts = [
    q && `Search: ${q}`,
    ...below.map(describeSubtree),
    filter.parts.length > 0 && describeWhere(entity, groupOf(filter)),
    sorts.length > 0 &&
      `Sorted by ${sorts
        .map(({ field, descending }) => `${labelIn(entity, field)}${descending ? ' (descending)' : ''}`)
        .join(', ')}`,
    page.items.length > 0 &&
      `Rows ${first}–${first + page.items.length - 1}${page.total === undefined ? '' : ` of ${page.total}`}`,
  ].filter(Boolean)
  return <p className="print-only">{parts.join('. ')}</p>
}
