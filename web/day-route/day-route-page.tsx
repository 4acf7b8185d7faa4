import { Suspense, useRef, useState, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { addDays, formatDate } from '#domain/dates/dates.ts'
import type { DayRoute, Stop } from '#domain/api/visits/day-routes.ts'
import { maxStops } from '#domain/visits/day-route.ts'
import { loadDayRoute } from '../calendar/calendar-api.ts'
import { useMay } from '../api/use-may.ts'
import '../calendar/calendar-tools.css'
import './day-route.css'
import '../styles/print.css'
import { wayPicture } from '../ui/empty-pictures.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Button } from '../ui/button.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { deferredPart } from '../ui/deferred-part.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { DayPicker } from '../calendar/calendar-day-picker.tsx'
import { useDrag } from '../calendar/grid/calendar-drag.ts'
import {
  loadForEmployee,
  readCalendarLink,
  useCalendarLink,
  type EmployeeSelection,
} from '../calendar/calendar-link.ts'
import { EmployeeSelect, UnknownEmployee } from '../calendar/calendar-employee.tsx'
import { formatDay, offSentence } from '../calendar/calendar-format.ts'
import { directionsLinks } from './route-links.ts'
import { useRouteOrder } from './route-order.ts'
import { RouteStops } from './route-stops.tsx'
import { VisitTabs } from '../visits/visit-tabs.tsx'
import { Link } from '../ui/link.tsx'
import { currentLocale, t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

// Loaded beside the stops, and shown with them: the list would move if it came later.
const RouteMap = deferredPart(async () => (await import('./route-map.tsx')).RouteMap)
const LocationDialog = deferredDialog(
  async () => (await import('./route-location-dialog.tsx')).LocationDialog,
)

async function dayRouteLoader({ request, url }: LoaderFunctionArgs): Promise<DayRoute & EmployeeSelection> {
  const { day } = readCalendarLink(url.searchParams)
  const [route] = await Promise.all([
    loadForEmployee(url.searchParams, (employee) => loadDayRoute({ day, employee }, request.signal)),
    RouteMap.preload(),
  ])
  return route
}

const listId = 'route-stops'

/** The plans of a day in driving order, with the reasons for each stop. */
function DayRoutePage(): ReactNode {
  const { day, changed, go } = useCalendarLink()
  const loaded = useLoaderData<DayRoute & EmployeeSelection>()
  const { employee, problem } = loaded
  const { route, move, reset } = useRouteOrder(loaded, { day, employee })
  const [stopToLocate, setStopToLocate] = useState<Stop | null>(null)
  const { revalidate } = useRevalidator()
  const may = useMay()
  const page = useRef<HTMLDivElement>(null)
  const { stops, today, timeZone, tiles } = route
  const rights = { order: may('create', 'visit'), place: may('create', 'customerPlace') }

  const shift = (stop: Stop, to: number, isUp: boolean): void => {
    move(stop, to)
    // Focus follows the moved stop's button; at the end of the list the other button gets it.
    setTimeout(() => {
      const directions = isUp ? ['up', 'down'] : ['down', 'up']
      const buttons = directions.map((direction) =>
        page.current?.querySelector<HTMLButtonElement>(`[data-move="${direction} ${stop.Visit_ID}"]`),
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
    // The button is removed after the reset, so focus moves to the list.
    setTimeout(() => document.activeElement === document.body && document.getElementById(listId)?.focus())
  }
  const links = directionsLinks(stops)
  const withoutLocation = stops.filter(({ Place }) => !Place).length
  return (
    <Page heading={t('Day route: {day}', { day: formatDay(day) })}>
      <VisitTabs />
      <div ref={page} className="round">
        <div className="calendar-tools">
          <nav className="calendar-turn" aria-label={t('Other days')}>
            <Link className="button button-plain" to={changed({ day: addDays(day, -1) })}>
              <span aria-hidden="true">‹</span>
              <span className="for-readers">{t('Previous day')}</span>
            </Link>
            <Link className="button button-plain" to={changed({ day: today })}>
              {t('Today')}
            </Link>
            <Link className="button button-plain" to={changed({ day: addDays(day, 1) })}>
              <span aria-hidden="true">›</span>
              <span className="for-readers">{t('Next day')}</span>
            </Link>
          </nav>
          <DayPicker day={day} onChoose={(to) => go({ day: to })} />
          <EmployeeSelect value={employee} onChoose={(chosenEmployee) => go({ employee: chosenEmployee })} />
          {stops.length > 0 && <Button onClick={() => print()}>{t('Print')}</Button>}
        </div>
        <UnknownEmployee problem={problem} employee={employee} />
        {route.off !== null && <p className="calendar-cut">{offSentence(route.off, day)}</p>}
        {route.isCut && (
          <p className="calendar-cut">
            {t('More than {max, number} plans on this day: only the first are shown. Choose one employee.', {
              max: maxStops,
            })}
          </p>
        )}
        {stops.length === 0 ? (
          <EmptyState picture={wayPicture}>
            <p>{t('Nothing is planned for {date}.', { date: formatDate(day) })}</p>
            <p className="links">
              <Link className="button button-main" to="/get">
                {t('Plan visits in the planner')}
              </Link>
            </p>
          </EmptyState>
        ) : (
          <>
            <div className="round-sum">
              <p>
                <RouteLength route={route} />
              </p>
              <p className="links">
                {links.map(({ first, last, address }) => (
                  <a key={address} href={address} target="_blank" rel="noreferrer">
                    {last - first === stops.length - 1
                      ? t('Open in maps')
                      : t('Open stops {first} to {last} in maps', { first, last })}
                  </a>
                ))}
                {route.isByHand && rights.order && (
                  <Button tone="quiet" onClick={() => void resetOrder()}>
                    {t('Use shortest order')}
                  </Button>
                )}
              </p>
            </div>
            {withoutLocation > 0 && (
              <p className="round-lost-sum">
                {withoutLocation === stops.length
                  ? t('These stops have no location: they are ordered by territory, and there is no map.')
                  : t(
                      '{count, plural, one {# stop has no location: it is listed with others of the city, or at the end.} other {# stops have no location: they are listed with others of the city, or at the end.}}',
                      { count: withoutLocation },
                    )}{' '}
                {!rights.place && t('The office can set their location.')}
              </p>
            )}
            <div className="round-sides">
              <Suspense>
                <RouteMap stops={stops} tiles={tiles} describedBy={listId} />
              </Suspense>
              <RouteStops
                id={listId}
                stops={stops}
                timeZone={timeZone}
                isPast={day < today}
                showsEmployee={employee === 'all'}
                over={over}
                rights={rights}
                onMove={(stop, to) => shift(stop, to, to < stops.indexOf(stop))}
                onPlace={(stop) => {
                  notify(null) // a notice about another stop must not appear again in the dialog
                  setStopToLocate(stop)
                }}
              />
            </div>
          </>
        )}
      </div>
      {stopToLocate && (
        <LocationDialog
          stop={stopToLocate}
          onClose={() => setStopToLocate(null)}
          onSaved={() => {
            setStopToLocate(null)
            void revalidate()
          }}
        />
      )}
    </Page>
  )
}

const formatKilometres = (length: number): string =>
  t('{kilometres} km', {
    kilometres: length.toLocaleString(currentLocale(), { maximumFractionDigits: length < 10 ? 1 : 0 }),
  })

/** "8 stops, 42 km shortest order · 61 km by appointment time (straight line)" */
function RouteLength({ route }: { route: DayRoute }): ReactNode {
  const { stops, kilometres, kilometresByTime, isByHand } = route
  const count = stops.length
  const order = isByHand ? 'custom' : 'shortest'
  const tags = { b: (text: string) => <b>{text}</b> }
  if (kilometres === null)
    return (
      <RichText
        message="<b>{count, plural, one {# stop} other {# stops}}</b>{order, select, custom {, custom order} other {}}"
        values={{ count, order }}
        tags={tags}
      />
    )
  const length = formatKilometres(kilometres)
  const byTime = kilometresByTime === null ? length : formatKilometres(kilometresByTime)
  return (
    <RichText
      message={
        byTime === length
          ? '<b>{count, plural, one {# stop} other {# stops}}</b>, {length} {order, select, custom {custom order} other {shortest order}} (straight line)'
          : '<b>{count, plural, one {# stop} other {# stops}}</b>, {length} {order, select, custom {custom order} other {shortest order}} · {byTime} by appointment time (straight line)'
      }
      values={{ count, length, order, byTime }}
      tags={tags}
    />
  )
}

export const dayRouteRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <DayRoutePage />,
  loader: dayRouteLoader,
}
