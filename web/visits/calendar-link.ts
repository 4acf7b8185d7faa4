import { useSearchParams } from 'react-router'
import { parseDay } from '#domain/dates.ts'
import { dayIn } from '#domain/moments.ts'
import { calendarViews, type CalendarView } from '#domain/visits/calendar.ts'
import { currentSession } from '../api/session.ts'

export interface CalendarLink {
  view: CalendarView
  day: string
  employee: string
}

/** The clock of the firm is not known before its first answer; until then that of the device has to do. */
const deviceToday = (): string => dayIn(new Date(), new Intl.DateTimeFormat().resolvedOptions().timeZone)

/** What the address says: `?view=week&day=2026-11-16&employee=mine`. Who is on the road begins with the own plans. */
export function readCalendarLink(search: URLSearchParams): CalendarLink {
  const view = search.get('view') as CalendarView
  return {
    view: calendarViews.includes(view) ? view : 'week',
    day: parseDay(search.get('day') ?? '') ?? deviceToday(),
    employee: search.get('employee') || (currentSession().account?.role === 'FIELD' ? 'mine' : 'all'),
  }
}

interface CalendarLinks extends CalendarLink {
  /** The address of the same with something changed. */
  changed: (change: Partial<CalendarLink>) => string
  go: (change: Partial<CalendarLink>) => void
}

export function useCalendarLink(): CalendarLinks {
  const [search, setSearch] = useSearchParams()
  const withChange = (change: Partial<CalendarLink>): URLSearchParams => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(change)) next.set(name, value)
    return next
  }
  return {
    ...readCalendarLink(search),
    changed: (change) => `?${withChange(change).toString()}`,
    go: (change) => setSearch(withChange(change), { replace: true, preventScrollReset: true }),
  }
}

export const roundOf = (day: string, employee: string): string =>
  `/round?${new URLSearchParams({ day, employee }).toString()}`
