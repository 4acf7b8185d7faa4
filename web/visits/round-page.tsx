import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { addDays, showDay } from '#domain/dates.ts'
import { mostStops, type DayRound, type Stop } from '#domain/visits/day-round.ts'
import { loadRound } from '../api/calendar.ts'
import { useMay } from '../api/use-may.ts'
import '../styles/calendar.css'
import '../styles/round.css'
import '../styles/visits.css'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { DayChoice } from './calendar-day-choice.tsx'
import { useDrag } from './calendar-drag.ts'
import { loadFor, readCalendarLink, useCalendarLink, type Shown } from './calendar-link.ts'
import { PersonChoice, UnknownPerson } from './calendar-person.tsx'
import { dayInWords, offSentence } from './calendar-words.ts'
import { mapsLinks } from './round-links.ts'
import { RoundMap } from './round-map.tsx'
import { useRoundOrder } from './round-order.ts'
import { RoundStops } from './round-stops.tsx'
import { VisitTabs } from './visit-tabs.tsx'

const PlaceDialog = lazy(async () => ({ default: (await import('./round-place.tsx')).PlaceDialog }))

const roundLoader = ({ request, url }: LoaderFunctionArgs): Promise<DayRound & Shown> => {
  const { day } = readCalendarLink(url.searchParams)
  return loadFor(url.searchParams, (employee) => loadRound({ day, employee }, request.signal))
}

const listId = 'round-stops'

/** The plans of a day in the order of the way, with the reasons of each stop. */
function RoundPage(): ReactNode {
  const { day, changed, go } = useCalendarLink()
  const loaded = useLoaderData<DayRound & Shown>()
  const { employee, problem } = loaded
  const { round, move, reset } = useRoundOrder(loaded, { day, employee })
  const [placing, setPlacing] = useState<Stop | null>(null)
  const { revalidate } = useRevalidator()
  const may = useMay()
  const page = useRef<HTMLDivElement>(null)
  const { stops, today, timeZone, tiles } = round
  const rights = { order: may('create', 'visit'), place: may('create', 'customerPlace') }

  const shift = (stop: Stop, to: number, isUp: boolean): void => {
    move(stop, to)
    // The buttons go along with their stop, so that it can be pressed again; at the end, the other one is there.
    setTimeout(() => {
      const ways = isUp ? ['up', 'down'] : ['down', 'up']
      const buttons = ways.map((way) =>
        page.current?.querySelector<HTMLButtonElement>(`[data-move="${way} ${stop.Visit_ID}"]`),
      )
      buttons.find((button) => button && !button.disabled)?.focus()
    })
  }
  const { over } = useDrag(page, rights.order, (dragged, target) => {
    const [stop, to] = [dragged, target].map((id) => stops.findIndex(({ Visit_ID }) => Visit_ID === id))
    if (stop !== undefined && to !== undefined && stop >= 0 && to >= 0 && stop !== to) move(stops[stop]!, to)
  })
  const resetOrder = async (): Promise<void> => {
    await reset()
    // The button is gone once there is nothing to go back from: the list is what it was about.
    setTimeout(() => document.activeElement === document.body && document.getElementById(listId)?.focus())
  }
  const links = mapsLinks(stops)
  const lost = stops.filter(({ Place }) => !Place).length
  return (
    <Page heading={`Day’s round: ${dayInWords(day)}`}>
      <VisitTabs />
      <div ref={page} className="round">
        <div className="calendar-tools">
          <nav className="calendar-turn" aria-label="Other days">
            <Link className="button button-plain" to={changed({ day: addDays(day, -1) })}>
              <span aria-hidden="true">‹</span>
              <span className="for-readers">Previous day</span>
            </Link>
            <Link className="button button-plain" to={changed({ day: today })}>
              Today
            </Link>
            <Link className="button button-plain" to={changed({ day: addDays(day, 1) })}>
              <span aria-hidden="true">›</span>
              <span className="for-readers">Next day</span>
            </Link>
          </nav>
          <DayChoice day={day} onChoose={(to) => go({ day: to })} />
          <PersonChoice value={employee} onChoose={(who) => go({ employee: who })} />
          {stops.length > 0 && <Button onClick={() => print()}>Print</Button>}
        </div>
        <UnknownPerson problem={problem} employee={employee} />
        {round.off !== null && <p className="calendar-cut">{offSentence(round.off, day)}</p>}
        {round.isCut && (
          <p className="calendar-cut">
            There are more than {mostStops} plans on this day; the first of them are shown. Choose one
            employee.
          </p>
        )}
        {stops.length === 0 ? (
          <p className="list-empty">
            Nothing is planned for {showDay(day)}. <Link to="/get">Plan visits in the planner</Link>
          </p>
        ) : (
          <>
            <div className="round-sum">
              <p>
                <b>
                  {stops.length} {stops.length === 1 ? 'stop' : 'stops'}
                </b>
                {lengthInWords(round)}
              </p>
              <p className="links">
                {links.map(({ first, last, address }) => (
                  <a key={address} href={address} target="_blank" rel="noreferrer">
                    {links.length === 1 ? 'Open in maps' : `Open stops ${first} to ${last} in maps`}
                  </a>
                ))}
                {round.isByHand && rights.order && (
                  <Button tone="quiet" onClick={() => void resetOrder()}>
                    Back to the shortest way
                  </Button>
                )}
              </p>
            </div>
            {lost > 0 && (
              <p className="round-lost-sum">
                {lost === stops.length
                  ? 'No place is known of these stops: they follow the territory, and there is no map.'
                  : `Of ${lost} ${lost === 1 ? 'stop' : 'stops'} no place is known: ${lost === 1 ? 'it stands' : 'they stand'} beside others of the city, or at the end.`}{' '}
                {!rights.place && 'The office can say where they are.'}
              </p>
            )}
            <div className="round-sides">
              <RoundMap stops={stops} tiles={tiles} describedBy={listId} />
              <RoundStops
                id={listId}
                stops={stops}
                timeZone={timeZone}
                isNamed={employee === 'all'}
                over={over}
                may={rights}
                onMove={(stop, to) => shift(stop, to, to < stops.indexOf(stop))}
                onPlace={(stop) => {
                  notify(null) // what was said about another stop would be said again in the dialog
                  setPlacing(stop)
                }}
              />
            </div>
          </>
        )}
      </div>
      {placing && (
        <Suspense>
          <PlaceDialog
            stop={placing}
            onClose={() => setPlacing(null)}
            onSaved={() => {
              setPlacing(null)
              void revalidate()
            }}
          />
        </Suspense>
      )}
    </Page>
  )
}

const inKilometres = (length: number): string =>
  `${length.toLocaleString('en-IN', { maximumFractionDigits: length < 10 ? 1 : 0 })} km`

/** ", 42 km as the crow flies; 61 km in the order of the times" */
function lengthInWords({ kilometres, kilometresByTime, isByHand }: DayRound): string {
  if (kilometres === null) return isByHand ? ', in an order by hand' : ''
  const way = `, ${inKilometres(kilometres)} as the crow flies`
  const order = isByHand ? ' in an order by hand' : ''
  const isSame = kilometresByTime === null || inKilometres(kilometresByTime) === inKilometres(kilometres)
  return `${way}${order}${isSame ? '' : `; ${inKilometres(kilometresByTime)} in the order of the times`}`
}

export const roundRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <RoundPage />,
  loader: roundLoader,
}
