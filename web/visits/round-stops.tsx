import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { showDay } from '#domain/dates.ts'
import { wallClock } from '#domain/moments.ts'
import { inRupees } from '#domain/money.ts'
import { fromVisits } from '#domain/visits/customer-page.ts'
import type { Stop } from '#domain/visits/day-round.ts'
import { Button } from '../ui/button.tsx'
import { CustomerLink } from '../entity/customer-link.tsx'
import { visitDetailOf } from './calendar-link.ts'
import { addressOf, mapLink } from './round-links.ts'

interface StopsProps {
  id: string
  stops: readonly Stop[]
  timeZone: string
  isNamed: boolean
  over: string | null
  /** Whether the order may be changed and visits recorded, and places said. */
  may: { order: boolean; place: boolean }
  onMove: (stop: Stop, to: number) => void
  onPlace: (stop: Stop) => void
}

/** The stops in the order of the way. It says all that the map shows. */
export function RoundStops(props: StopsProps): ReactNode {
  return (
    <ol id={props.id} className="round-stops" tabIndex={-1}>
      {props.stops.map((stop, at) => (
        <StopCard key={stop.Visit_ID} stop={stop} at={at} {...props} />
      ))}
    </ol>
  )
}

function StopCard(props: StopsProps & { stop: Stop; at: number }): ReactNode {
  const { stop, at, stops, timeZone, isNamed, over, may, onMove, onPlace } = props
  const { Visit_ID, Customer_Name, Customer_Code, Customer_Phone, Balance, Place } = stop
  const time = wallClock(new Date(stop.Planned_At), timeZone).time.slice(0, 5)
  return (
    <li
      className={over === Visit_ID ? 'round-stop is-over' : 'round-stop'}
      data-drag={may.order ? Visit_ID : undefined}
      data-drop={Visit_ID}
    >
      <span className="round-number" aria-hidden="true">
        {at + 1}
      </span>
      <div className="round-what">
        <h2>
          <CustomerLink code={Customer_Code} name={Customer_Name} />{' '}
          <span className="round-time">{time}</span>
        </h2>
        <p className="round-where">
          {addressOf(stop)}
          {isNamed && stop.employeeName && ` · ${stop.employeeName}`}
        </p>
        {stop.reasons.length > 0 && (
          <ul className="round-reasons" aria-label="Reasons">
            {stop.reasons.map((reason) => (
              <li key={reason} className={/overdue/i.test(reason) ? 'is-pressing' : undefined}>
                {reason}
              </li>
            ))}
          </ul>
        )}
        {stop.Remarks && <p className="round-remarks">{stop.Remarks}</p>}
        {Balance && Balance.Receivable > 0 && (
          <p className="round-owed">
            Owes {inRupees(Balance.Receivable)} (as of {showDay(Balance.As_Of)})
          </p>
        )}
        <p className="round-links">
          <a href={`tel:${Customer_Phone.replaceAll(/[^\d+]/g, '')}`}>{Customer_Phone}</a>
          <a href={mapLink(stop)} className="round-screen" target="_blank" rel="noreferrer">
            Map<span className="for-readers"> of {Customer_Name}</span>
          </a>
          {may.order && (
            <Link className="round-screen" to={visitDetailOf(Customer_Code)} state={fromVisits}>
              Visit Detail<span className="for-readers"> of {Customer_Name}</span>
            </Link>
          )}
          {may.place && Place?.of !== 'customer' && (
            <button type="button" className="round-screen round-link" onClick={() => onPlace(stop)}>
              {Place ? 'Say the exact place' : 'Say the place'}
              <span className="for-readers"> of {Customer_Name}</span>
            </button>
          )}
        </p>
        {!Place && <p className="round-lost">Not on the map: no place is known.</p>}
        <div className="round-notes" aria-hidden="true" />
      </div>
      {may.order && (
        <div className="round-move">
          <Button
            tone="quiet"
            disabled={at === 0}
            aria-label={`Earlier: ${Customer_Name}`}
            data-move={`up ${Visit_ID}`}
            onClick={() => onMove(stop, at - 1)}
          >
            <span aria-hidden="true">↑</span>
          </Button>
          <Button
            tone="quiet"
            disabled={at === stops.length - 1}
            aria-label={`Later: ${Customer_Name}`}
            data-move={`down ${Visit_ID}`}
            onClick={() => onMove(stop, at + 1)}
          >
            <span aria-hidden="true">↓</span>
          </Button>
        </div>
      )}
    </li>
  )
}
