import { Suspense, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import {
  useLoaderData,
  useNavigation,
  useRevalidator,
  type LoaderFunctionArgs,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { addDays } from '#domain/dates/dates.ts'
import type { Calendar } from '#domain/api/visits/calendar.ts'
import { calendarViews, daysOf, maxItems, turnPage } from '#domain/visits/calendar.ts'
import { loadCalendar } from './calendar-api.ts'
import { useMay } from '../api/use-may.ts'
import './calendar-tools.css'
import './calendar.css'
import '../styles/print.css'
import '../visits/visits.css'
import { Button } from '../ui/button.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { deferredPart } from '../ui/deferred-part.tsx'
import { Page } from '../ui/page.tsx'
import { DayPicker } from './calendar-day-picker.tsx'
import { useDrag } from './grid/calendar-drag.ts'
import {
  loadForEmployee,
  readCalendarLink,
  dayRouteOf,
  useCalendarLink,
  type EmployeeSelection,
} from './calendar-link.ts'
import { useFollowFocus } from './calendar-focus.ts'
import { useMoves } from './calendar-moves.ts'
import { EmployeeSelect, UnknownEmployee } from './calendar-employee.tsx'
import { CalendarWeek, formatHour } from './grid/calendar-week.tsx'
import { ColourSelect, employeeColours } from './calendar-colours.tsx'
import type { NewPlan } from './calendar-new-plan.tsx'
import { notify } from '../ui/notices.tsx'
import { formatDays, formatMonth, toCalendarEntry, type CalendarEntry } from './calendar-format.ts'
import { VisitTabs } from '../visits/visit-tabs.tsx'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

// Below the week, or chosen.
const CalendarHelp = deferredPart(async () => (await import('./calendar-help.tsx')).CalendarHelp)
const ColourLegend = deferredPart(async () => (await import('./calendar-help.tsx')).ColourLegend)
// The week is shown first.
const CalendarMonth = deferredPart(async () => (await import('./grid/calendar-month.tsx')).CalendarMonth)
const NewPlanDialog = deferredDialog(async () => (await import('./calendar-new-plan.tsx')).NewPlanDialog)
const CalendarPlanDialog = deferredDialog(
  async () => (await import('./calendar-plan-dialog.tsx')).CalendarPlanDialog,
)

function queryOf(search: URLSearchParams): { from: string; to: string; employee: string } {
  const { view, day, employee } = readCalendarLink(search)
  const days = daysOf(view, day)
  return { from: days[0]!, to: days.at(-1)!, employee }
}

async function calendarLoader({ request, url }: LoaderFunctionArgs): Promise<Calendar & EmployeeSelection> {
  const isMonth = readCalendarLink(url.searchParams).view === 'month'
  const [calendar] = await Promise.all([
    loadForEmployee(url.searchParams, (employee) =>
      loadCalendar({ ...queryOf(url.searchParams), employee }, request.signal),
    ),
    isMonth && CalendarMonth.preload(),
  ])
  return calendar
}

/** Choosing another day within the loaded range does not reload. */
function shouldRevalidate({ currentUrl, nextUrl, ...rest }: ShouldRevalidateFunctionArgs): boolean {
  if (currentUrl.href === nextUrl.href) return rest.defaultShouldRevalidate
  const [now, next] = [currentUrl, nextUrl].map((url) => JSON.stringify(queryOf(url.searchParams)))
  return now !== next
}

/** Calendar of a week or month; plans can be moved. */
function CalendarPage(): ReactNode {
  const calendar = useLoaderData<Calendar & EmployeeSelection>()
  const { view, day, colour, changed, go } = useCalendarLink()
  const { employee, problem } = calendar
  const days = daysOf(view, day)
  const frame = useRef<HTMLDivElement>(null)
  const keepFocusOn = useFollowFocus(frame)
  const { items, move } = useMoves(calendar, days, keepFocusOn)
  const [opened, setOpened] = useState<string | null>(null)
  const isMovable = useMay()('create', 'visit')
  const { revalidate } = useRevalidator()
  const [planning, setPlanning] = useState<NewPlan | null>(null)
  const isBusy = useNavigation().state !== 'idle'
  const { today, off } = calendar
  const entries = items.map((item) => toCalendarEntry(item, calendar)).toSorted(byTime)
  const open = entries.find(({ Visit_ID }) => Visit_ID === opened)

  const { dragged, over } = useDrag(frame, isMovable, (id, target) => {
    const item = entries.find(({ Visit_ID }) => Visit_ID === id)
    const [to = '', hour] = target.split(' ')
    if (!item) return
    void move(item, to, hour === undefined ? item.time : `${hour.padStart(2, '0')}${item.time.slice(2)}`)
  })

  const choose = (to: string): void => {
    keepFocusOn(`[data-date="${to}"]`)
    go({ day: to })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLElement)) return
    const { visit, date, slot } = event.target.dataset
    const next = slotBeside(frame.current, slot ?? date, event.key)
    if (next && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      next.focus()
      return
    }
    const item = entries.find(({ Visit_ID }) => Visit_ID === visit)
    const rows = view === 'month' ? 7 : 0
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -rows, ArrowDown: rows }[event.key]
    if (event.ctrlKey || event.metaKey) return
    if (event.altKey) {
      if (step === undefined || item?.Status !== 'planned' || !isMovable) return
      event.preventDefault()
      const to = addDays(item.day, step)
      const time = step === 0 ? shiftHour(item.time, event.key === 'ArrowDown' ? 1 : -1) : item.time
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
          : step && date !== undefined
            ? addDays(date, step)
            : undefined
    if (to === undefined) return
    event.preventDefault()
    choose(to)
  }

  const startPlan = (on: string, hour: number | undefined): void => {
    notify(null)
    setPlanning({ day: on, time: hour === undefined ? undefined : formatHour(hour) })
  }
  const shown = {
    days,
    chosen: day,
    items: entries,
    off,
    today,
    over,
    hasNotice: problem !== null || calendar.isCut,
    showsEmployee: employee === 'all',
    colours: colour === 'employee' ? employeeColours(entries) : null,
    isMovable,
    onPlan: isMovable ? startPlan : undefined,
    onChoose: choose,
    onOpen: (item: CalendarEntry) => setOpened(item.Visit_ID),
  }
  return (
    <Page heading={t('Calendar')}>
      <VisitTabs />
      <div className="calendar-tools">
        <p className="calendar-range" aria-live="polite">
          {view === 'month' ? formatMonth(day) : formatDays(days[0]!, days[6]!)}
        </p>
        <nav className="calendar-turn" aria-label={t('Other days')}>
          <Link
            className="button button-plain"
            to={changed({ day: turnPage(view, day, -1) })}
            preventScrollReset
          >
            <span aria-hidden="true">‹</span>
            <span className="for-readers">{view === 'week' ? t('Previous week') : t('Previous month')}</span>
          </Link>
          <Link className="button button-plain" to={changed({ day: today })} preventScrollReset>
            {t('Today')}
          </Link>
          <Link
            className="button button-plain"
            to={changed({ day: turnPage(view, day, 1) })}
            preventScrollReset
          >
            <span aria-hidden="true">›</span>
            <span className="for-readers">{view === 'week' ? t('Next week') : t('Next month')}</span>
          </Link>
        </nav>
        <DayPicker day={day} onChoose={(to) => go({ day: to })} />
        <nav className="calendar-views" aria-label={t('Views')}>
          {calendarViews.map((each) => (
            <Link
              key={each}
              className="button button-plain"
              aria-current={each === view || undefined}
              to={changed({ view: each, day })}
              preventScrollReset
            >
              {each === 'week' ? t('Week') : t('Month')}
            </Link>
          ))}
        </nav>
        <EmployeeSelect value={employee} onChoose={(chosenEmployee) => go({ employee: chosenEmployee })} />
        <ColourSelect value={colour} onChoose={(by) => go({ colour: by === 'employee' ? by : 'status' })} />
        <Button onClick={() => print()}>{t('Print')}</Button>
      </div>
      <UnknownEmployee problem={problem} employee={employee} />
      {calendar.isCut && (
        <p className="calendar-cut">
          {t(
            'More than {maxItems, number} visits: only the first are shown. Choose one employee, or a week.',
            { maxItems },
          )}
        </p>
      )}
      {shown.colours && (
        <Suspense>
          <ColourLegend colours={shown.colours} />
        </Suspense>
      )}
      {/* Key events bubble up from the buttons of days and visits. */}
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
          <Suspense>
            <CalendarMonth {...shown} routeLink={dayRouteOf(day, employee)} />
          </Suspense>
        )}
      </div>
      <Suspense>
        <CalendarHelp isMovable={isMovable} view={view} />
      </Suspense>
      {planning && (
        <NewPlanDialog
          at={planning}
          clock={calendar}
          onClose={() => setPlanning(null)}
          onSaved={() => {
            setPlanning(null)
            void revalidate()
          }}
        />
      )}
      {open && (
        <CalendarPlanDialog
          item={open}
          today={today}
          routeLink={dayRouteOf(open.day, employee)}
          isMovable={isMovable}
          onClose={() => setOpened(null)}
          onMove={(to, time) => {
            setOpened(null)
            void move(open, to, time)
          }}
        />
      )}
    </Page>
  )
}

/** The next empty hour in the direction of an arrow key, from a day ("2026-11-16") or an hour of it ("2026-11-16 10"). */
function slotBeside(
  root: HTMLElement | null,
  from: string | undefined,
  key: string,
): HTMLElement | undefined {
  if (!root || from === undefined) return undefined
  const [day = '', hourText] = from.split(' ')
  const hour = hourText === undefined ? -1 : Number(hourText)
  const slots = [...root.querySelectorAll<HTMLElement>('[data-slot]')].map((element) => {
    const [on = '', at = ''] = element.dataset['slot']!.split(' ')
    return { element, day: on, hour: Number(at) }
  })
  const sameDay = slots.filter((slot) => slot.day === day)
  if (key === 'ArrowDown') return sameDay.find((slot) => slot.hour > hour)?.element
  if (key === 'ArrowUp' && hour >= 0)
    return (
      sameDay.findLast((slot) => slot.hour < hour)?.element ??
      root.querySelector<HTMLElement>(`[data-date="${day}"]`) ??
      undefined
    )
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (step === undefined || hour < 0) return undefined
  return slots.find((slot) => slot.hour === hour && slot.day === addDays(day, step))?.element
}

/** Shifts the hour within the day. */
const shiftHour = (time: string, hours: number): string =>
  `${String(Math.min(23, Math.max(0, Number(time.slice(0, 2)) + hours))).padStart(2, '0')}${time.slice(2)}`

const byTime = (one: CalendarEntry, other: CalendarEntry): number =>
  `${one.day} ${one.time}`.localeCompare(`${other.day} ${other.time}`)

export const calendarRoute: Pick<RouteObject, 'element' | 'loader' | 'shouldRevalidate'> = {
  element: <CalendarPage />,
  loader: calendarLoader,
  shouldRevalidate,
}
