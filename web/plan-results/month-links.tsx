import type { ReactNode } from 'react'
import { addMonths } from '#domain/visits/calendar.ts'
import { currentLocale, t } from '#domain/messages/t.ts'
import { useListLinks } from '../masters/list/list-links.ts'
import { Link } from '../ui/link.tsx'

export const formatMonth = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(currentLocale(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })

/** The month that is shown, with links to the one before and the one after. */
export function MonthLinks({ from }: { from: string }): ReactNode {
  const { changed } = useListLinks()
  const monthAt = (months: number): string => changed({ month: addMonths(from, months).slice(0, 7) })
  return (
    <nav className="result-months" aria-label={t('Month')}>
      <Link className="button button-plain" to={monthAt(-1)} preventScrollReset>
        <span aria-hidden="true">‹</span>
        <span className="for-readers">{t('Previous month')}</span>
      </Link>
      <h2>{formatMonth(from)}</h2>
      <Link className="button button-plain" to={monthAt(1)} preventScrollReset>
        <span aria-hidden="true">›</span>
        <span className="for-readers">{t('Next month')}</span>
      </Link>
    </nav>
  )
}
