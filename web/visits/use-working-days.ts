import { useEffect, useState } from 'react'
import { addDays } from '#domain/dates.ts'
import { offDayInWords, type ReasonOf } from '#domain/visits/working-days.ts'
import { loadWorkingDays } from '../api/working-days.ts'

/** Such a day is allowed: a visit may have been forgotten, and some are made on a Sunday. */
export function warningOf(day: string, today: string, reason: string | undefined): string | undefined {
  if (reason !== undefined) return `${offDayInWords({ day, reason })}. It is planned all the same.`
  return day < today ? 'This day is past. It is planned all the same.' : undefined
}

interface Loaded {
  customers: string
  from: string
  to: string
  reasons: ReadonlyMap<string, string>
}

/** What is asked for at once, and how much of it must lie ahead. */
const daysAtOnce = 180
const daysAhead = 60

const covers = (loaded: Loaded | null, customers: string, day: string): boolean =>
  loaded !== null &&
  loaded.customers === customers &&
  loaded.from <= day &&
  addDays(day, daysAhead) <= loaded.to

/**
 * Which days are off for these customers, around a day that is being chosen. Until it is known, and when it cannot be
 * had, no day is: the server says it once more.
 */
export function useWorkingDays(
  codes: readonly string[],
  day: string | undefined,
): { reasonOf: ReasonOf; isKnown: boolean } {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const customers = JSON.stringify(codes)
  const isKnown = day !== undefined && covers(loaded, customers, day)
  useEffect(() => {
    if (day === undefined || isKnown) return undefined
    const leaving = new AbortController()
    const span = { from: day, to: addDays(day, daysAtOnce) }
    loadWorkingDays(JSON.parse(customers) as string[], span, leaving.signal).then(
      ({ offDays }) =>
        setLoaded({
          customers,
          ...span,
          reasons: new Map(offDays.map((off) => [off.day, off.reason])),
        }),
      () => {},
    )
    return () => leaving.abort()
  }, [customers, day, isKnown])
  return { reasonOf: (each) => loaded?.reasons.get(each), isKnown }
}
