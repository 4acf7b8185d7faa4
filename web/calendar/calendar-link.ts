import { useNavigate } from 'react-router'
import { parseDay } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { calendarViews, type CalendarView } from '#domain/visits/calendar.ts'
import { problemsByField } from '../api/api-problem.ts'
import { currentSession } from '../api/session.ts'
import { useSearchParams } from '../ui/use-search-params.ts'

export interface CalendarLink {
  view: CalendarView
  day: string
  employee: string
  colour: 'status' | 'employee'
}

/** The firm's clock is unknown before its first answer, so the device's clock is used until then. */
const deviceToday = (): string => dayIn(new Date(), new Intl.DateTimeFormat().resolvedOptions().timeZone)

const defaultEmployee = (): string => (currentSession().account?.role === 'FIELD' ? 'mine' : 'all')

/** Reads `?view=week&day=2026-11-16&employee=mine` from the URL. Field staff start with their own plans. */
export function readCalendarLink(search: URLSearchParams): CalendarLink {
  const view = search.get('view')
  return {
    view: calendarViews.find((each) => each === view) ?? 'week',
    day: parseDay(search.get('day') ?? '') ?? deviceToday(),
    employee: search.get('employee') || defaultEmployee(),
    colour: search.get('colour') === 'employee' ? 'employee' : 'status',
  }
}

/** The employee that is shown, and the problem when it is not the one of the URL. */
export interface EmployeeSelection {
  employee: string
  problem: string | null
}

/** Loads for the employee of the URL; an unknown one falls back to the default and reports the problem. */
export async function loadForEmployee<T extends object>(
  search: URLSearchParams,
  load: (employee: string) => Promise<T>,
): Promise<T & EmployeeSelection> {
  const { employee } = readCalendarLink(search)
  try {
    return { ...(await load(employee)), employee, problem: null }
  } catch (error) {
    const problem = problemsByField<'employee'>(error).employee
    const fallback = defaultEmployee()
    if (problem === undefined || employee === fallback) throw error
    return { ...(await load(fallback)), employee: fallback, problem }
  }
}

interface CalendarLinks extends CalendarLink {
  /** The current URL with some parameters changed. */
  changed: (change: Partial<CalendarLink>) => string
  go: (change: Partial<CalendarLink>) => void
}

export function useCalendarLink(): CalendarLinks {
  const search = useSearchParams()
  const navigate = useNavigate()
  const withChange = (change: Partial<CalendarLink>): URLSearchParams => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(change)) next.set(name, value)
    return next
  }
  return {
    ...readCalendarLink(search),
    changed: (change) => `?${withChange(change).toString()}`,
    go: (change) =>
      void navigate(`?${withChange(change).toString()}`, { replace: true, preventScrollReset: true }),
  }
}

/** Link that opens the Visit Detail dialog of a customer. */
export const visitDetailOf = (code: string): string =>
  `/visitentry?${new URLSearchParams({ q: code, open: code }).toString()}`

export const dayRouteOf = (day: string, employee: string): string =>
  `/round?${new URLSearchParams({ day, employee }).toString()}`
