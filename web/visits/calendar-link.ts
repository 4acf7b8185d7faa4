import { useSearchParams } from 'react-router'
import { parseDay } from '#domain/dates.ts'
import { dayIn } from '#domain/moments.ts'
import { calendarViews, type CalendarView } from '#domain/visits/calendar.ts'
import { problemsByField } from '../api/api-problem.ts'
import { currentSession } from '../api/session.ts'

export interface CalendarLink {
  view: CalendarView
  day: string
  employee: string
}

/** The clock of the firm is not known before its first answer; until then that of the device has to do. */
const deviceToday = (): string => dayIn(new Date(), new Intl.DateTimeFormat().resolvedOptions().timeZone)

const usualEmployee = (): string => (currentSession().account?.role === 'FIELD' ? 'mine' : 'all')

/** What the address says: `?view=week&day=2026-11-16&employee=mine`. Who is on the road begins with the own plans. */
export function readCalendarLink(search: URLSearchParams): CalendarLink {
  const view = search.get('view') as CalendarView
  return {
    view: calendarViews.includes(view) ? view : 'week',
    day: parseDay(search.get('day') ?? '') ?? deviceToday(),
    employee: search.get('employee') || usualEmployee(),
  }
}

/** Whose visits are shown in the end, and why they are not those the address asked for. */
export interface Shown {
  employee: string
  problem: string | null
}

/** An address with an employee whom nobody knows shows what one without would, and says so. */
export async function loadFor<T extends object>(
  search: URLSearchParams,
  load: (employee: string) => Promise<T>,
): Promise<T & Shown> {
  const { employee } = readCalendarLink(search)
  try {
    return { ...(await load(employee)), employee, problem: null }
  } catch (error) {
    const problem = problemsByField(error)['employee']
    const other = usualEmployee()
    if (problem === undefined || employee === other) throw error
    return { ...(await load(other)), employee: other, problem }
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

/** The dialog of a customer's visit, open at once. */
export const visitDetailOf = (code: string): string =>
  `/visitentry?${new URLSearchParams({ q: code, open: code }).toString()}`

export const roundOf = (day: string, employee: string): string =>
  `/round?${new URLSearchParams({ day, employee }).toString()}`
