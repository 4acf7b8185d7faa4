import { addDays } from '../dates.ts'
import { dayIn, instantAt } from '../moments.ts'

const millisecondsADay = 86_400_000

/** When the next visit is due: the last one plus the interval. Whoever was never visited is due today. */
export function recommendedDate(lastVisited: string | null, visitInDays: number, today: string): string {
  return lastVisited === null ? today : addDays(lastVisited, visitInDays)
}

/**
 * Days elapsed since the last visit minus the interval: 24-hour days, rounded up, counted from midnight where the firm
 * is. Negative means not yet due.
 */
export function daysPending(
  lastVisited: string | null,
  visitInDays: number,
  now: Date,
  timeZone: string,
): number {
  const since = lastVisited ?? addDays(dayIn(now, timeZone), -visitInDays)
  const elapsed = now.getTime() - midnight(since, timeZone)
  return Math.ceil(elapsed / millisecondsADay) - visitInDays
}

/** Whether a visit is due. On the day itself one day has begun, so the number of days pending is 1. */
export type DueState = 'never' | 'overdue' | 'today' | 'later'

export function dueStateOf(lastVisited: string | null, due: string, today: string): DueState {
  if (lastVisited === null) return 'never'
  if (due === today) return 'today'
  return due < today ? 'overdue' : 'later'
}

const mostKept = 4000
const kept = new Map<string, number>()

/** Finding it takes the calendar of the zone, and a list asks for the same few hundred days again and again. */
function midnight(day: string, timeZone: string): number {
  const key = `${day} ${timeZone}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const found = Date.parse(instantAt(day, '00:00', timeZone))
  if (kept.size >= mostKept) kept.clear()
  kept.set(key, found)
  return found
}
