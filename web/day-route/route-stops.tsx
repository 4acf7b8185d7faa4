import type { ReactNode } from 'react'
import { formatDate } from '#domain/dates/dates.ts'
import { wallClock } from '#domain/dates/moments.ts'
import { formatRupees } from '#domain/money.ts'
import { fromVisits } from '#domain/visits/customer-path.ts'
import type { Stop } from '#domain/api/visits/day-routes.ts'
import '../ui/badges.css'
import '../ui/screens.css'
import { Button } from '../ui/button.tsx'
import { CustomerLink } from '../masters/customer-link.tsx'
import { visitDetailOf } from '../calendar/calendar-link.ts'
import { addressOf, mapLink } from './route-links.ts'
import { Link } from '../ui/link.tsx'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

interface StopsProps {
  id: string
  stops: readonly Stop[]
  timeZone: string
  /** Whether the day has passed: what is still planned has no result. */
  isPast: boolean
  showsEmployee: boolean
  over: string | null
  /** Whether the account may reorder stops and record visits, and set locations. */
  rights: { order: boolean; place: boolean }
  onMove: (stop: Stop, to: number) => void
  onPlace: (stop: Stop) => void
}

/** The stops in driving order, with everything the map shows. */
export function RouteStops(props: StopsProps): ReactNode {
  return (
    <ol id={props.id} className="round-stops" tabIndex={-1}>
      {props.stops.map((stop, index) => (
        <StopCard key={stop.Visit_ID} stop={stop} index={index} {...props} />
      ))}
    </ol>
  )
}

function StopCard(props: StopsProps & { stop: Stop; index: number }): ReactNode {
  const { stop, index, stops, timeZone, isPast, showsEmployee, over, rights, onMove, onPlace } = props
  const { Visit_ID, Customer_Code, Customer_Phone, Balance, Place } = stop
  const name = customerName(stop)
  const tags = { customer: (text: string) => <span className="for-readers">{text}</span> }
  const time = wallClock(new Date(stop.Planned_At), timeZone).time.slice(0, 5)
  return (
    <li
      className={over === Visit_ID ? 'round-stop is-over' : 'round-stop'}
      data-drag={rights.order ? Visit_ID : undefined}
      data-drop={Visit_ID}
    >
      <span className="round-number" aria-hidden="true">
        {index + 1}
      </span>
      <div className="round-what">
        <h2>
          <CustomerLink code={Customer_Code} name={name} /> <span className="round-time">{time}</span>{' '}
          {isPast && <span className="badge badge-overdue">{t('not recorded')}</span>}
        </h2>
        <p className="round-where">
          {addressOf(stop)}
          {showsEmployee && stop.employeeName && ` · ${stop.employeeName}`}
        </p>
        {stop.reasons.length > 0 && (
          <ul className="round-reasons" aria-label={t('Reasons')}>
            {stop.reasons.map((reason) => (
              <li key={reason} className={stop.overdueReasons.includes(reason) ? 'is-pressing' : undefined}>
                {reason}
              </li>
            ))}
          </ul>
        )}
        {stop.Remarks && <p className="round-remarks">{stop.Remarks}</p>}
        {Balance && Balance.Receivable > 0 && (
          <p className="round-owed">
            {t('Owes {amount} (as of {date})', {
              amount: formatRupees(Balance.Receivable),
              date: formatDate(Balance.As_Of),
            })}
          </p>
        )}
        <p className="round-links">
          <a href={`tel:${Customer_Phone.replaceAll(/[^\d+]/g, '')}`}>{Customer_Phone}</a>
          <a href={mapLink(stop)} className="round-screen" target="_blank" rel="noreferrer">
            <RichText message="Map<customer> of {name}</customer>" values={{ name }} tags={tags} />
          </a>
          {rights.order && (
            <Link className="round-screen" to={visitDetailOf(Customer_Code)} state={fromVisits}>
              <RichText message="Visit Detail<customer> of {name}</customer>" values={{ name }} tags={tags} />
            </Link>
          )}
          {rights.place && Place?.of !== 'customer' && (
            <button type="button" className="round-screen link" onClick={() => onPlace(stop)}>
              <RichText message="Set location<customer> of {name}</customer>" values={{ name }} tags={tags} />
            </button>
          )}
        </p>
        {!Place && <p className="round-lost">{t('Not on the map: no location set.')}</p>}
        <div className="round-notes" aria-hidden="true" />
      </div>
      {rights.order && (
        <div className="round-move">
          <Button
            tone="quiet"
            disabled={index === 0}
            aria-label={t('Move up: {customer}', { customer: name })}
            data-move={`up ${Visit_ID}`}
            onClick={() => onMove(stop, index - 1)}
          >
            <span aria-hidden="true">↑</span>
          </Button>
          <Button
            tone="quiet"
            disabled={index === stops.length - 1}
            aria-label={t('Move down: {customer}', { customer: name })}
            data-move={`down ${Visit_ID}`}
            onClick={() => onMove(stop, index + 1)}
          >
            <span aria-hidden="true">↓</span>
          </Button>
        </div>
      )}
    </li>
  )
}
