import { useQuery } from '../ui/use-query.ts'
import { addDays } from '#domain/dates/dates.ts'
import { formatDayOff, type DayOffReason } from '#domain/visits/working-days.ts'
import { loadWorkingDays } from '../holidays/working-days-api.ts'
import { t } from '#domain/messages/t.ts'

/** A past day or a day off only causes a warning, because visits are recorded late and some are made on a Sunday. */
export function warningOf(day: string, today: string, reason: string | undefined): string | undefined {
  if (reason !== undefined)
    return t('{reason}. It is planned anyway.', { reason: formatDayOff({ day, reason }) })
  return day < today ? t('This day is in the past. It is planned anyway.') : undefined
}

interface LoadedDays {
  customers: string
  from: string
  to: string
  reasons: ReadonlyMap<string, string>
}

/** Number of days loaded at once, and how many of them must lie ahead of the chosen day. */
const loadedSpan = 180
const daysAhead = 60

const covers = (loaded: LoadedDays | undefined, customers: string, day: string): boolean =>
  loaded !== undefined &&
  loaded.customers === customers &&
  loaded.from <= day &&
  addDays(day, daysAhead) <= loaded.to

/**
 * Loads the days off of these customers around a chosen day. Until they are loaded, and when loading fails, no day counts
 * as off: the server checks again.
 */
export function useWorkingDays(
  codes: readonly string[],
  day: string | undefined,
): { reasonOf: DayOffReason; isLoaded: boolean } {
  const customers = JSON.stringify(codes)
  const isLoadedIn = (loaded: LoadedDays | undefined): boolean =>
    day !== undefined && covers(loaded, customers, day)
  const { data } = useQuery<LoadedDays>([customers, day], (signal) => load(codes, day!, signal), {
    enabled: (loaded) => day !== undefined && !isLoadedIn(loaded),
  })
  return { reasonOf: (each) => data?.reasons.get(each), isLoaded: isLoadedIn(data) }
}

async function load(codes: readonly string[], day: string, signal: AbortSignal): Promise<LoadedDays> {
  const span = { from: day, to: addDays(day, loadedSpan) }
  const { offDays } = await loadWorkingDays(codes, span, signal)
  const reasons = new Map(offDays.map((off) => [off.day, off.reason]))
  return { customers: JSON.stringify(codes), ...span, reasons }
}
