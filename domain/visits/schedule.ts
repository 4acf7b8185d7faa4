import { addDays } from '../dates/dates.ts'
import { dayIn, instantAt } from '../dates/moments.ts'

const millisecondsPerDay = 86_400_000

/** The due day: the last visit plus the interval, or today for a customer who was never visited. */
export function recommendedDate(lastVisited: string | null, visitInDays: number, today: string): string {
  return lastVisited === null ? today : addDays(lastVisited, visitInDays)
}

/**
 * Days elapsed since the last visit minus the interval: 24-hour days, rounded up, counted from midnight in the firm's
 * time zone. Negative means not yet due.
 */
export function daysPending(
  lastVisited: string | null,
  visitInDays: number,
  now: Date,
  timeZone: string,
): number {
  const since = lastVisited ?? addDays(dayIn(now, timeZone), -visitInDays)
  const elapsed = now.getTime() - midnight(since, timeZone)
  return Math.ceil(elapsed / millisecondsPerDay) - visitInDays
}

/** Whether a visit is due. On the due day `daysPending` is 1, because that day has begun. */
export type DueState = 'never' | 'overdue' | 'today' | 'later'

export function dueStateOf(lastVisited: string | null, due: string, today: string): DueState {
  if (lastVisited === null) return 'never'
  if (due === today) return 'today'
  return due < today ? 'overdue' : 'later'
}

const maxCached = 4000
const cache = new Map<string, number>()

/** Cached: it needs the time zone calendar, and lists use the same few hundred days. */
function midnight(day: string, timeZone: string): number {
  const key = `${day} ${timeZone}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const milliseconds = Date.parse(instantAt(day, '00:00', timeZone))
  if (cache.size >= maxCached) cache.clear()
  cache.set(key, milliseconds)
  return milliseconds
}
