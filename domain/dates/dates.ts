/** Calendar dates are ISO text (`2026-11-15`) in all code; a `Date` object is never used for a day. */

const isoDay = /^(\d{4})-(\d{2})-(\d{2})$/
const indianDay = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/
const millisecondsPerDay = 86_400_000

/** Reads `2026-11-15` or `15/11/2026`; undefined when there is no such day. */
export function parseDay(text: string): string | undefined {
  const iso = isoDay.exec(text)
  if (iso) return existingDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const indian = indianDay.exec(text)
  if (indian) return existingDay(Number(indian[3]), Number(indian[2]), Number(indian[1]))
  return undefined
}

// A year outside this range is a typing error, and near the limits of `Date` a time zone offset would overflow.
const firstYear = 1900
const lastYear = 2200

function existingDay(year: number, month: number, day: number): string | undefined {
  if (year < firstYear || year > lastYear || month < 1 || month > 12 || day < 1) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  return date.toISOString().slice(0, 10)
}

export function formatDate(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date}/${month}/${year}`
}

export function addDays(day: string, days: number): string {
  return textOf(Date.parse(`${day}T00:00:00Z`) + days * millisecondsPerDay)
}

const maxCached = 4000
const cache = new Map<number, string>()

/** Cached: lists format the same few hundred days, and `toISOString` is half the cost of `addDays`. */
function textOf(midnight: number): string {
  const cached = cache.get(midnight)
  if (cached !== undefined) return cached
  const text = new Date(midnight).toISOString().slice(0, 10)
  if (cache.size >= maxCached) cache.clear()
  cache.set(midnight, text)
  return text
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / millisecondsPerDay)
}
