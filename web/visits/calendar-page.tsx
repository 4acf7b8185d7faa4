import { lazy, Suspense, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import {
  Link,
  useLoaderData,
  useNavigation,
  type LoaderFunctionArgs,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { addDays, showDay } from '#domain/dates.ts'
import { calendarViews, daysOf, mostItems, turnPage, type Calendar } from '#domain/visits/calendar.ts'
import { loadCalendar } from '../api/calendar.ts'
import { useMay } from '../api/use-may.ts'
import '../styles/calendar.css'
import '../styles/visits.css'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { DayChoice } from './calendar-day-choice.tsx'
import { useDrag } from './calendar-drag.ts'
import { loadFor, readCalendarLink, roundOf, useCalendarLink, type Shown } from './calendar-link.ts'
import { useKeptFocus } from './calendar-focus.ts'
import { CalendarMonth } from './calendar-month.tsx'
import { useMoves } from './calendar-moves.ts'
import { PersonChoice, UnknownPerson } from './calendar-person.tsx'
import { CalendarWeek } from './calendar-week.tsx'
import { monthInWords, placed, type Placed } from './calendar-words.ts'
import { VisitTabs } from './visit-tabs.tsx'

const CalendarPlanDialog = lazy(async () => ({
  default: (await import('./calendar-plan-dialog.tsx')).CalendarPlanDialog,
}))

function queryOf(search: URLSearchParams): { from: string; to: string; employee: string } {
  const { view, day, employee } = readCalendarLink(search)
  const days = daysOf(view, day)
  return { from: days[0]!, to: days.at(-1)!, employee }
}

const calendarLoader = ({ request, url }: LoaderFunctionArgs): Promise<Calendar & Shown> =>
  loadFor(url.searchParams, (employee) =>
    loadCalendar({ ...queryOf(url.searchParams), employee }, request.signal),
  )

/** Going from day to day within what is shown asks for nothing. */
function shouldRevalidate({ currentUrl, nextUrl, ...rest }: ShouldRevalidateFunctionArgs): boolean {
  if (currentUrl.href === nextUrl.href) return rest.defaultShouldRevalidate
  const [now, next] = [currentUrl, nextUrl].map((url) => JSON.stringify(queryOf(url.searchParams)))
  return now !== next
}

/** What is planned for a week or a month, to look at and to move. */
function CalendarPage(): ReactNode {
  const calendar = useLoaderData<Calendar & Shown>()
  const { view, day, changed, go } = useCalendarLink()
  const { employee, problem } = calendar
  const days = daysOf(view, day)
  const frame = useRef<HTMLDivElement>(null)
  const keepFocusOn = useKeptFocus(frame)
  const { items, move } = useMoves(calendar, days, keepFocusOn)
  const [opened, setOpened] = useState<string | null>(null)
  const isMovable = useMay()('create', 'visit')
  const isBusy = useNavigation().state !== 'idle'
  const { today, off } = calendar
  const all = items.map((item) => placed(item, calendar)).toSorted(byTime)
  const open = all.find(({ Visit_ID }) => Visit_ID === opened)

  const { dragged, over } = useDrag(frame, isMovable, (id, target) => {
    const item = all.find(({ Visit_ID }) => Visit_ID === id)
    const [to = '', hour] = target.split(' ')
    if (!item) return
    void move(item, to, hour === undefined ? item.time : `${hour.padStart(2, '0')}${item.time.slice(2)}`)
  })

  const choose = (to: string): void => {
    keepFocusOn(`[data-date="${to}"]`)
    go({ day: to })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const { dataset } = event.target as HTMLElement
    const item = all.find(({ Visit_ID }) => Visit_ID === dataset['visit'])
    const rows = view === 'month' ? 7 : 0
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -rows, ArrowDown: rows }[event.key]
    if (event.ctrlKey || event.metaKey) return
    if (event.altKey) {
      if (step === undefined || item?.Status !== 'planned' || !isMovable) return
      event.preventDefault()
      const to = addDays(item.day, step)
      const time = step === 0 ? hourOn(item.time, event.key === 'ArrowDown' ? 1 : -1) : item.time
      if (!days.includes(to)) go({ day: to })
      void move(item, to, time)
      return
    }
    const page = { PageUp: -1, PageDown: 1 }[event.key]
    const to =
      event.key.toLowerCase() === 't'
        ? today
        : page !== undefined
          ? turnPage(view, day, page)
          : step && dataset['date'] !== undefined
            ? addDays(dataset['date'], step)
            : undefined
    if (to === undefined) return
    event.preventDefault()
    choose(to)
  }

  const shown = {
    days,
    chosen: day,
    items: all,
    off,
    today,
    over,
    isAnnounced: problem !== null || calendar.isCut,
    isNamed: employee === 'all',
    isMovable,
    onChoose: choose,
    onOpen: (item: Placed) => setOpened(item.Visit_ID),
  }
  return (
    <Page heading="Calendar">
      <VisitTabs />
      <div className="calendar-tools">
        <p className="calendar-range" aria-live="polite">
          {view === 'month' ? monthInWords(day) : `${showDay(days[0]!)} to ${showDay(days[6]!)}`}
        </p>
        <nav className="calendar-turn" aria-label="Other days">
          <Link
            className="button button-plain"
            to={changed({ day: turnPage(view, day, -1) })}
            preventScrollReset
          >
            <span aria-hidden="true">‹</span>
            <span className="for-readers">Previous {view}</span>
          </Link>
          <Link className="button button-plain" to={changed({ day: today })} preventScrollReset>
            Today
          </Link>
          <Link
            className="button button-plain"
            to={changed({ day: turnPage(view, day, 1) })}
            preventScrollReset
          >
            <span aria-hidden="true">›</span>
            <span className="for-readers">Next {view}</span>
          </Link>
        </nav>
        <DayChoice day={day} onChoose={(to) => go({ day: to })} />
        <nav className="calendar-views" aria-label="Views">
          {calendarViews.map((each) => (
            <Link
              key={each}
              className="button button-plain"
              aria-current={each === view || undefined}
              to={changed({ view: each, day })}
              preventScrollReset
            >
              {each === 'week' ? 'Week' : 'Month'}
            </Link>
          ))}
        </nav>
        <PersonChoice value={employee} onChoose={(who) => go({ employee: who })} />
        <Button onClick={() => print()}>Print</Button>
      </div>
      <UnknownPerson problem={problem} employee={employee} />
      {calendar.isCut && (
        <p className="calendar-cut">
          There are more than {mostItems.toLocaleString('en-IN')} visits in these days; the first of them are
          shown. Choose one employee, or a week.
        </p>
      )}
      {/* The keys lead from day to day; each day and each visit is a button of its own. */}
      <div
        ref={frame}
        className="calendar-frame"
        role="presentation"
        aria-busy={isBusy}
        data-dragging={dragged !== null || undefined}
        onKeyDown={onKeyDown}
      >
        {view === 'week' ? (
          <CalendarWeek {...shown} />
        ) : (
          <CalendarMonth {...shown} roundLink={roundOf(day, employee)} />
        )}
      </div>
      <p className="calendar-help">
        {isMovable && 'Drag a plan to move it (with a finger, hold it first), or open it and say when. '}
        <span className="calendar-keys">
          {isMovable && 'Alt and an arrow move the plan that has the focus. '}
          Arrows lead from day to day, Page Up and Page Down turn the page, T is today.
        </span>
      </p>
      {open && (
        <Suspense>
          <CalendarPlanDialog
            item={open}
            today={today}
            roundLink={roundOf(open.day, employee)}
            isMovable={isMovable}
            onClose={() => setOpened(null)}
            onMove={(to, time) => {
              setOpened(null)
              void move(open, to, time)
            }}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** The day ends where it ends. */
const hourOn = (time: string, hours: number): string =>
  `${String(Math.min(23, Math.max(0, Number(time.slice(0, 2)) + hours))).padStart(2, '0')}${time.slice(2)}`

const byTime = (one: Placed, other: Placed): number =>
  `${one.day} ${one.time}`.localeCompare(`${other.day} ${other.time}`)

export const calendarRoute: Pick<RouteObject, 'element' | 'loader' | 'shouldRevalidate'> = {
  element: <CalendarPage />,
  loader: calendarLoader,
  shouldRevalidate,
}
