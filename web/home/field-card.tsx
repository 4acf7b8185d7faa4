import type { ReactNode } from 'react'
import type { Home, HomePart } from '#domain/api/home.ts'
import { wallClock } from '#domain/dates/moments.ts'
import { mapLinksTo } from '#domain/map-links.ts'
import { formatCount } from '#domain/messages/format-count.ts'
import { useSyncState } from '../outbox/sync.ts'
import { Link } from '../ui/link.tsx'
import { HomeCard } from './home-card.tsx'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

/** The day of a person who visits customers. */
export function FieldCard({ home: { field, timeZone } }: { home: Home }): ReactNode {
  return (
    <HomeCard heading={t('Today')} part={field} isWide>
      {(part) => <FieldDay part={part} timeZone={timeZone} />}
    </HomeCard>
  )
}

function FieldDay({ part, timeZone }: { part: HomePart<'field'>; timeZone: string }): ReactNode {
  const { stops, next, week, overdue, employee } = part
  const { waiting } = useSyncState()
  const planner = (due: string): string =>
    `/get?${new URLSearchParams({ due, ...(employee !== null && { employee }) }).toString()}`
  return (
    <>
      <p className="home-lead">
        {next
          ? t('{stops, plural, one {# stop today} other {# stops today}}, next: {name} {time}', {
              stops,
              name: customerName(next),
              time: wallClock(new Date(next.Planned_At), timeZone).time.slice(0, 5),
            })
          : t('No stops are planned for today.')}
      </p>
      {next && <p className="home-dim">{next.address}</p>}
      <p className="links">
        {next && (
          <>
            <Link className="button button-main" to={`/record/${encodeURIComponent(next.Customer_ID)}`}>
              {t('Start')}
            </Link>
            {next.Customer_Phone && (
              <a
                className="button button-plain"
                href={`tel:${next.Customer_Phone.replaceAll(/[^\d+]/g, '')}`}
              >
                {t('Call')}
              </a>
            )}
            <a
              className="button button-plain"
              href={mapLinksTo(next.place, next.addressOnMap).google}
              target="_blank"
              rel="noreferrer"
            >
              {t('Directions')}
            </a>
          </>
        )}
        <Link className={next ? 'button button-plain' : 'button button-main'} to="/today">
          {t('Open Today')}
        </Link>
      </p>
      <ul className="home-counts">
        <Figure count={week} label={t('due this week')} to={planner('week')} />
        <Figure count={overdue} label={t('overdue')} to={planner('overdue')} />
        <Figure count={waiting} label={t('not sent yet')} to="/outbox" />
      </ul>
    </>
  )
}

const Figure = ({ count, label, to }: { count: number; label: string; to: string }): ReactNode => (
  <li>
    <Link to={to}>
      <b>{formatCount(count)}</b> {label}
    </Link>
  </li>
)
