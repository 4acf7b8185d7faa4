import { deferredPart } from '../../ui/deferred-part.tsx'
import type { ListAddress } from '../list-address.ts'

/** The active filters as text; list-page.tsx loads them with a list that has any. */
export const FilterChips = deferredPart(async () => (await import('./filter-chips.tsx')).FilterChips)

export const isFiltered = ({ filter, below }: Pick<ListAddress, 'filter' | 'below'>): boolean =>
  filter.parts.length + below.length > 0
