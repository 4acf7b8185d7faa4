import { Suspense, useState, type ReactNode } from 'react'
import type { DuplicatePairs } from '#domain/api/records/duplicate-pairs.ts'
import { filterReasons, type PairReason } from '#domain/duplicates/pairs/pair-reasons.ts'
import { useListLinks } from '../masters/list/list-links.ts'
import '../ui/filters.css'
import { deferredPart } from '../ui/deferred-part.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { placeLevels } from './place-levels.ts'
import { t } from '#domain/messages/t.ts'

const PlaceFields = deferredPart(async () => (await import('./place-fields.tsx')).PlaceFields)

const labelOf = (reason: (typeof filterReasons)[number], count: number): string => {
  const labels: Readonly<Partial<Record<PairReason, string>>> = {
    phone: t('Same phone ({count, number})', { count }),
    pan: t('Same PAN ({count, number})', { count }),
    gstin: t('Same GSTIN ({count, number})', { count }),
    email: t('Same e-mail ({count, number})', { count }),
    name: t('Similar name ({count, number})', { count }),
    contact: t('Contact person ({count, number})', { count }),
  }
  return labels[reason] ?? reason
}

/** Which pairs are shown, by reason and by place; stored in the URL. */
export function DuplicateFilters({ page }: { page: DuplicatePairs }): ReactNode {
  const { search, changed } = useListLinks()
  const isMarked = search.get('state') === 'not-same'
  const reason = search.get('reason')
  const links = [
    { label: t('All ({count, number})', { count: page.open }), reason: null, state: null },
    ...filterReasons
      .filter((each) => (page.reasons[each] ?? 0) > 0 || each === reason)
      .map((each) => ({ label: labelOf(each, page.reasons[each] ?? 0), reason: each, state: null })),
    { label: t('Not the same ({count, number})', { count: page.notSame }), reason: null, state: 'not-same' },
  ]
  return (
    <>
      <nav className="filter-links pairs-filters" aria-label={t('Which pairs')}>
        {links.map(({ label, ...link }) => (
          <Link
            key={link.reason ?? link.state ?? 'all'}
            to={changed(link)}
            aria-current={((link.state !== null) === isMarked && link.reason === reason) || undefined}
            preventScrollReset
          >
            {label}
          </Link>
        ))}
      </nav>
      <PlaceFilters />
    </>
  )
}

function PlaceFilters(): ReactNode {
  const { search } = useListLinks()
  const isFiltered = placeLevels.some((level) => search.get(level))
  const [isOpen, setOpen] = useState(isFiltered)
  return (
    <details
      className="filter-more pairs-places"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <Icon name="filter" />
        {t('Filter by place')}
      </summary>
      {isOpen && (
        <Suspense>
          <PlaceFields />
        </Suspense>
      )}
    </details>
  )
}
