import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Page } from '../../api/resources.ts'
import { exactTotal } from '../count-text.ts'
import { groupOf, labelIn } from '../filters/filter.ts'
import { describeWhere } from '../filters/filter-labels.ts'
import { describeSubtree } from '../filters/levels-of.ts'
import { useListAddress } from '../list-address.ts'
import './print-view.css'
import { t } from '#domain/messages/t.ts'

/** Describes search, filters and sorting in text; visible in print only. */
export function PrintView({ entity, page }: { entity: Entity; page: Page }): ReactNode {
  const { q, filter, below, sorts, perPage } = useListAddress(entity)
  const { before: previousPages = [] } = (useLocation().state ?? {}) as { before?: readonly string[] }
  const first = previousPages.length * perPage + 1
  const last = first + page.items.length - 1
  const parts = [
    q && t('Search: {text}', { text: q }),
    ...below.map(describeSubtree),
    filter.parts.length > 0 && describeWhere(entity, groupOf(filter)),
    sorts.length > 0 &&
      t('Sorted by {columns}', {
        columns: sorts
          .map(({ field, descending }) => {
            const column = labelIn(entity, field)
            return descending ? t('{column} (descending)', { column }) : column
          })
          .join(', '),
      }),
    page.items.length > 0 &&
      (exactTotal(page) === undefined
        ? t('Rows {first, number}–{last, number}', { first, last })
        : t('Rows {first, number}–{last, number} of {total, number}', {
            first,
            last,
            total: exactTotal(page)!,
          })),
  ].filter(Boolean)
  return <p className="print-only">{parts.join('. ')}</p>
}
