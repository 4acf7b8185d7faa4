import { travelMinutes, type PlanCustomer, type PlanDay } from '../problem.ts'
import { tolerance } from '../route.ts'

// What a search asks of one tour thousands of times a second: loops over a part of an array, without new objects.

export const minutesPerKilometre = travelMinutes(1)

/** Reverses parts of a tour as long as that shortens it, and returns by how much. */
export function shortenTour(table: Float64Array, home: number, stops: Int16Array): number {
  const count = home + 1
  const last = stops.length - 1
  let saved = 0
  for (let isBetter = true; isBetter;) {
    isBetter = false
    for (let from = 0; from < last; from++) {
      const before = from === 0 ? home : stops[from - 1]!
      for (let to = from + 1; to <= last; to++) {
        const [one, other] = [stops[from]!, stops[to]!]
        const after = to === last ? home : stops[to + 1]!
        const gain =
          table[before * count + one]! +
          table[other * count + after]! -
          table[before * count + other]! -
          table[one * count + after]!
        if (gain < tolerance) continue
        for (let left = from, right = to; left < right; left++, right--) {
          const stop = stops[left]!
          stops[left] = stops[right]!
          stops[right] = stop
        }
        saved += gain
        isBetter = true
      }
    }
  }
  return saved
}

/** Whether the appointments and the end of a day are kept with one more stop. */
export function keepsTimes(
  table: Float64Array,
  home: number,
  customers: readonly PlanCustomer[],
  { start, end }: PlanDay,
  added: { stops: Int16Array; stop: number; at: number },
): boolean {
  const count = home + 1
  let minute = start
  let before = home
  for (let at = 0; at <= added.stops.length; at++) {
    const stop = at === added.at ? added.stop : added.stops[at > added.at ? at - 1 : at]!
    const { fixed, minutes } = customers[stop]!
    minute += table[before * count + stop]! * minutesPerKilometre
    if (fixed) {
      if (minute > fixed.at + tolerance) return false
      minute = Math.max(minute, fixed.at)
    }
    minute += minutes
    before = stop
  }
  return minute + table[before * count + home]! * minutesPerKilometre <= end + tolerance
}
