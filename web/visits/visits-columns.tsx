import type { ReactNode } from 'react'
import { showDay } from '#domain/dates.ts'
import { wallClock } from '#domain/moments.ts'
import type { LoggedVisit } from '#domain/visits/glance.ts'
import type { FirmClock } from '#domain/visits/plans.ts'
import '../styles/badges.css'
import type { Column } from '../ui/data-table.tsx'
import { CustomerLink } from '../entity/customer-link.tsx'

const tones: Record<string, string> = {
  planned: 'badge badge-planned',
  visited: 'badge badge-active',
  missed: 'badge badge-missed',
  cancelled: 'badge',
  unassigned: 'badge badge-pending',
}

export function StatusBadge({ visit }: { visit: LoggedVisit }): ReactNode {
  const status = String(visit['Status'])
  const mode = visit['Contact_Mode'] === 'by phone' ? ', by phone' : ''
  return <span className={tones[status] ?? 'badge'}>{status + mode}</span>
}

/** Marks a visit that was recorded long after it was made. */
function LateBadge({ visit }: { visit: LoggedVisit }): ReactNode {
  const days = visit['Days_Late']
  return days ? <span className="badge badge-overdue">recorded {String(days)} days late</span> : null
}

export const textIn = (visit: LoggedVisit, field: string): string => {
  const value = visit[field]
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}

export const dayIn = (visit: LoggedVisit, field: string): string =>
  visit[field] ? showDay(String(visit[field])) : ''

export function momentIn(visit: LoggedVisit, field: string, { timeZone }: FirmClock): string {
  if (!visit[field]) return ''
  const { day, time } = wallClock(new Date(String(visit[field])), timeZone)
  return `${showDay(day)} ${time.slice(0, 5)}`
}

/** Who made it or is to make it. */
export const whoOf = (visit: LoggedVisit): string =>
  visit.Assigned_Name ?? visit.Recorded_Name ?? visit.Planned_Name ?? ''

interface Around {
  sort: string
  changed: (change: Readonly<Record<string, string | null>>) => string
  onOpen: (visit: LoggedVisit) => void
}

export function visitsColumns(
  clock: FirmClock,
  { sort, changed, onOpen }: Around,
): readonly Column<LoggedVisit>[] {
  const sorted = (field: string): Pick<Column<LoggedVisit>, 'sort'> => {
    const direction = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined
    return { sort: { to: changed({ sort: direction === 'descending' ? field : `-${field}` }), direction } }
  }
  return [
    {
      label: 'Visit ID',
      ...sorted('Visit_ID'),
      cell: (visit) => (
        <button type="button" className="link" onClick={() => onOpen(visit)}>
          {String(visit['Visit_ID'])}
        </button>
      ),
    },
    {
      label: 'Customer',
      cell: (visit) =>
        visit['Customer_Code'] === null ? (
          'not known'
        ) : (
          <CustomerLink
            code={String(visit['Customer_Code'])}
            name={visit.Customer_Name ?? String(visit['Customer_Code'])}
          />
        ),
    },
    { label: 'Status', cell: (visit) => <StatusBadge visit={visit} /> },
    { label: 'Planned', ...sorted('Planned_At'), cell: (visit) => momentIn(visit, 'Planned_At', clock) },
    {
      label: 'Visited On',
      ...sorted('Visited_On'),
      cell: (visit) => (
        <span>
          {dayIn(visit, 'Visited_On')} <LateBadge visit={visit} />
        </span>
      ),
    },
    { label: 'Who', cell: whoOf },
    {
      label: 'Advice',
      cell: (visit) => clipped(adviceOf(visit)),
    },
    { label: 'Outcome', cell: (visit) => clipped(textIn(visit, 'Reason') || textIn(visit, 'Feedback')) },
  ]
}

const clipped = (words: string): ReactNode => words && <span className="visits-clipped">{words}</span>

function adviceOf(visit: LoggedVisit): string {
  const what = ['New_Recommended_Crops', 'New_Recommended_Materials'].map((field) => textIn(visit, field))
  const season = textIn(visit, 'Season_Recommendation')
  return [season, ...what].filter(Boolean).join(' · ')
}
