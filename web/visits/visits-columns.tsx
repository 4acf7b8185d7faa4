import type { ReactNode } from 'react'
import { formatDate } from '#domain/dates/dates.ts'
import { wallClock } from '#domain/dates/moments.ts'
import type { LoggedVisit, VisitLog } from '#domain/api/visits/dashboard.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import '../ui/badges.css'
import type { Column } from '../ui/data-table.tsx'
import { CustomerLink } from '../masters/customer-link.tsx'
import { shownName } from '#domain/catalogue/names/shown-name.ts'
import { shownSeason } from '#domain/visits/season-window.ts'
import { isUnrecorded } from '#domain/reminders/unrecorded.ts'
import { t } from '#domain/messages/t.ts'

const badgeClasses: Record<LoggedVisit['Status'], string> = {
  planned: 'badge badge-planned',
  visited: 'badge badge-active',
  missed: 'badge badge-missed',
  cancelled: 'badge',
  unassigned: 'badge badge-pending',
}

export function StatusBadge({ visit, clock }: { visit: LoggedVisit; clock: FirmClock }): ReactNode {
  const status = t(visit.Status)
  if (isUnrecorded(visit, clock)) return <span className="badge badge-overdue">{t('not recorded')}</span>
  return (
    <span className={badgeClasses[visit.Status]}>
      {visit.Contact_Mode === 'by phone' ? t('{status}, by phone', { status }) : status}
    </span>
  )
}

/** Marks a visit that was recorded long after it was made. */
function LateBadge({ visit }: { visit: LoggedVisit }): ReactNode {
  const days = visit.Days_Late
  if (!days) return null
  return (
    <span className="badge badge-overdue">
      {t('{days, plural, one {recorded # day late} other {recorded # days late}}', { days })}
    </span>
  )
}

export const textIn = (visit: LoggedVisit, field: keyof LoggedVisit): string => {
  const value = visit[field]
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}

/** The season, the crops and the materials that were recommended, as the reader sees them. */
export const recommendedIn = (visit: LoggedVisit, names: VisitLog['names']): [string, string, string] => {
  const season = textIn(visit, 'Season_Recommendation')
  const listed = (field: 'New_Recommended_Crops' | 'New_Recommended_Materials'): string =>
    (visit[field] ?? []).map((name) => shownName(name, names[field]?.[name])).join(', ')
  return [
    shownSeason(season, names['Season_Recommendation']?.[season]),
    listed('New_Recommended_Crops'),
    listed('New_Recommended_Materials'),
  ]
}

export const formatDayOrBlank = (day: string | null): string => (day ? formatDate(day) : '')

export function formatMomentOrBlank(at: string | null, { timeZone }: FirmClock): string {
  if (!at) return ''
  const { day, time } = wallClock(new Date(at), timeZone)
  return `${formatDate(day)} ${time.slice(0, 5)}`
}

/** Name of the employee or account that made the visit or is to make it. */
export const employeeNameOf = (visit: LoggedVisit): string =>
  visit.Assigned_Name ?? visit.Recorded_Name ?? visit.Planned_Name ?? ''

interface ColumnOptions {
  sort: string
  changed: (change: Readonly<Record<string, string | null>>) => string
  onOpen: (visit: LoggedVisit) => void
}

export function visitsColumns(
  { names, ...clock }: FirmClock & Pick<VisitLog, 'names'>,
  { sort, changed, onOpen }: ColumnOptions,
): readonly Column<LoggedVisit>[] {
  const sorted = (field: string): Pick<Column<LoggedVisit>, 'sort'> => {
    const direction = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined
    return { sort: { to: changed({ sort: direction === 'descending' ? field : `-${field}` }), direction } }
  }
  return [
    {
      id: 'visit',
      label: t('Visit ID'),
      ...sorted('Visit_ID'),
      cell: (visit) => (
        <button type="button" className="link" onClick={() => onOpen(visit)}>
          {visit.Visit_ID}
        </button>
      ),
    },
    {
      id: 'customer',
      label: t('Customer'),
      cell: (visit) =>
        visit.Customer_Code === null ? (
          t('Unknown')
        ) : (
          <CustomerLink
            code={visit.Customer_Code}
            name={shownName(visit.Customer_Name ?? visit.Customer_Code, visit.Local_Name)}
          />
        ),
    },
    { label: t('Status'), cell: (visit) => <StatusBadge visit={visit} clock={clock} /> },
    {
      label: t('Planned'),
      ...sorted('Planned_At'),
      cell: (visit) => formatMomentOrBlank(visit.Planned_At, clock),
    },
    {
      id: 'visited',
      label: t('Visited On'),
      ...sorted('Visited_On'),
      cell: (visit) => (
        <span>
          {formatDayOrBlank(visit.Visited_On)} <LateBadge visit={visit} />
        </span>
      ),
    },
    { label: t('Employee'), cell: employeeNameOf },
    {
      label: t('Advice'),
      cell: (visit) => clipText(recommendedIn(visit, names).filter(Boolean).join('; ')),
    },
    {
      label: t('Outcome'),
      cell: (visit) => clipText(textIn(visit, 'Reason') || textIn(visit, 'Feedback')),
    },
  ]
}

const clipText = (text: string): ReactNode => text && <span className="visits-clipped">{text}</span>
