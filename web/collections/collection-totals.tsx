import type { ReactNode } from 'react'
import { formatRupees } from '#domain/money.ts'
import { t } from '#domain/messages/t.ts'
import { LoadError } from '../ui/load-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useQuery } from '../ui/use-query.ts'
import { sumCollections } from './collections-api.ts'

/** Totals of all pages. */
export function CollectionTotalsPart({ filters }: { filters: string }): ReactNode {
  const { data, error, reload } = useQuery([filters], (signal) => sumCollections(filters, signal))
  if (error)
    return (
      <p>
        <LoadError error={error} onRetry={() => void reload()} />
      </p>
    )
  if (!data) return <Skeleton lines={2} />
  const { collected, promised } = data
  if ([collected, ...Object.values(promised)].every(({ visits }) => visits === 0)) return null
  const values = (sum: { visits: number; amount: number }): { count: number; amount: string } => ({
    count: sum.visits,
    amount: formatRupees(sum.amount),
  })
  return (
    <ul className="collection-sums">
      <li>{t('{amount} collected at {count, plural, one {# visit} other {# visits}}', values(collected))}</li>
      <li>{t('{amount} promised and open ({count, number})', values(promised.open))}</li>
      <li>{t('{amount} kept ({count, number})', values(promised.kept))}</li>
      <li>{t('{amount} broken ({count, number})', values(promised.broken))}</li>
    </ul>
  )
}
