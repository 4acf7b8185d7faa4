import { travelMinutes, tourLength, type Distances, type PlanCustomer, type PlanDay } from './problem.ts'

/** A stop of a day with its times, in minutes since midnight. */
export interface TimedStop {
  stop: number
  from: number
  to: number
}

/** The times of a day; undefined when an appointment is missed, or the way back ends after the day. */
export function timesOf(
  distances: Distances,
  customers: readonly PlanCustomer[],
  day: PlanDay,
  stops: readonly number[],
): TimedStop[] | undefined {
  const timed: TimedStop[] = []
  let at = distances.start
  let minute = day.start
  for (const stop of stops) {
    const { fixed, minutes } = customers[stop]!
    const arrival = minute + travelMinutes(distances.between(at, stop))
    if (fixed && arrival > fixed.at + tolerance) return undefined
    const from = fixed ? Math.max(arrival, fixed.at) : arrival
    timed.push({ stop, from, to: from + minutes })
    at = stop
    minute = from + minutes
  }
  const back = stops.length === 0 ? 0 : travelMinutes(distances.between(at, distances.start))
  return minute + back > day.end + tolerance ? undefined : timed
}

/** Ignores rounding differences. */
export const tolerance = 1e-6

export const isFeasible = (
  distances: Distances,
  customers: readonly PlanCustomer[],
  day: PlanDay,
  stops: readonly number[],
): boolean => stops.length <= day.stops && timesOf(distances, customers, day, stops) !== undefined

/** Up to so many stops the order is exact. */
export const maxExactStops = 10

/**
 * The shortest feasible order of the stops of a day: exact up to `maxExactStops`, and for more stops an order that no
 * reversal and no move of a stop shortens. Undefined when no feasible order was found.
 */
export function bestOrder(
  distances: Distances,
  customers: readonly PlanCustomer[],
  day: PlanDay,
  stops: readonly number[],
): number[] | undefined {
  if (stops.length > day.stops) return undefined
  const hasTimes = stops.some((stop) => customers[stop]!.fixed)
  if (stops.length <= maxExactStops)
    return hasTimes
      ? exactWithTimes(distances, customers, day, stops)
      : exact(distances, customers, day, stops)
  const start = insertedOrder(distances, customers, day, stops)
  return start && improved(distances, customers, day, start)
}

/** Held and Karp: the shortest tour over the stops. */
function exact(
  distances: Distances,
  customers: readonly PlanCustomer[],
  day: PlanDay,
  stops: readonly number[],
): number[] | undefined {
  const order = heldKarp(distances, stops)
  // Without appointments the shortest tour is also the quickest.
  return timesOf(distances, customers, day, order) && order
}

function heldKarp({ between, start }: Distances, stops: readonly number[]): number[] {
  const count = stops.length
  if (count < 2) return [...stops]
  const full = 2 ** count - 1
  const best = new Float64Array((full + 1) * count).fill(Infinity)
  const before = new Int8Array((full + 1) * count).fill(-1)
  for (let last = 0; last < count; last++) best[(1 << last) * count + last] = between(start, stops[last]!)
  for (let set = 1; set <= full; set++)
    for (let last = 0; last < count; last++) {
      const length = best[set * count + last]!
      if (length === Infinity) continue
      for (let next = 0; next < count; next++) {
        if (set & (1 << next)) continue
        const at = (set | (1 << next)) * count + next
        const longer = length + between(stops[last]!, stops[next]!)
        if (longer < best[at]!) {
          best[at] = longer
          before[at] = last
        }
      }
    }
  let last = 0
  const total = (each: number): number => best[full * count + each]! + between(stops[each]!, start)
  for (let each = 1; each < count; each++) if (total(each) < total(last)) last = each
  const order: number[] = []
  for (let set = full; last >= 0;) {
    order.push(stops[last]!)
    const previous = before[set * count + last]!
    set &= ~(1 << last)
    last = previous
  }
  return order.toReversed()
}

interface Label {
  kilometres: number
  minute: number
  last: number
  before: Label | undefined
}

/** The shortest order that keeps the appointments: for each set and last stop, what is neither longer nor later. */
function exactWithTimes(
  distances: Distances,
  customers: readonly PlanCustomer[],
  day: PlanDay,
  stops: readonly number[],
): number[] | undefined {
  const count = stops.length
  const full = 2 ** count - 1
  const labels: Label[][] = Array.from({ length: full + 1 }, () => [])
  const extend = (set: number, from: Label | undefined): void => {
    for (let next = 0; next < count; next++) {
      if (set & (1 << next)) continue
      const stop = stops[next]!
      const way = distances.between(from ? stops[from.last]! : distances.start, stop)
      const { fixed, minutes } = customers[stop]!
      const arrival = (from?.minute ?? day.start) + travelMinutes(way)
      if (fixed && arrival > fixed.at + tolerance) continue
      const minute = (fixed ? Math.max(arrival, fixed.at) : arrival) + minutes
      if (minute > day.end + tolerance) continue
      const label = { kilometres: (from?.kilometres ?? 0) + way, minute, last: next, before: from }
      addUndominated(labels[set | (1 << next)]!, label)
    }
  }
  extend(0, undefined)
  for (let set = 1; set < full; set++) for (const label of labels[set]!) extend(set, label)
  let best: Label | undefined
  let shortest = Infinity
  for (const label of labels[full]!) {
    const back = distances.between(stops[label.last]!, distances.start)
    if (label.minute + travelMinutes(back) > day.end + tolerance) continue
    if (label.kilometres + back < shortest) [best, shortest] = [label, label.kilometres + back]
  }
  if (!best) return count === 0 ? [] : undefined
  const order: number[] = []
  for (let label: Label | undefined = best; label; label = label.before) order.push(stops[label.last]!)
  return order.toReversed()
}

function addUndominated(labels: Label[], label: Label): void {
  const same = (other: Label): boolean => other.last === label.last
  if (
    labels.some(
      (other) => same(other) && other.kilometres <= label.kilometres && other.minute <= label.minute,
    )
  )
    return
  for (let at = labels.length - 1; at >= 0; at--) {
    const other = labels[at]!
    if (same(other) && other.kilometres >= label.kilometres && other.minute >= label.minute)
      labels.splice(at, 1)
  }
  labels.push(label)
}

/** Appointments by time, then each other stop where it adds least. */
function insertedOrder(
  distances: Distances,
  customers: readonly PlanCustomer[],
  day: PlanDay,
  stops: readonly number[],
): number[] | undefined {
  const fixed = stops.filter((stop) => customers[stop]!.fixed)
  let order = fixed.toSorted((one, other) => customers[one]!.fixed!.at - customers[other]!.fixed!.at)
  const left = new Set(stops.filter((stop) => !customers[stop]!.fixed))
  while (left.size > 0) {
    let best: { order: number[]; stop: number; added: number } | undefined
    for (const stop of left)
      for (let at = 0; at <= order.length; at++) {
        const added = addedKilometres(distances, order, stop, at)
        if (best && added >= best.added) continue
        const longer = order.toSpliced(at, 0, stop)
        if (fixed.length === 0 || timesOf(distances, customers, day, longer))
          best = { order: longer, stop, added }
      }
    if (!best) return undefined
    order = best.order
    left.delete(best.stop)
  }
  const better = improved(distances, customers, day, order)
  return timesOf(distances, customers, day, better) && better
}

export function addedKilometres(
  { between, start }: Distances,
  order: readonly number[],
  stop: number,
  at: number,
): number {
  const before = at === 0 ? start : order[at - 1]!
  const after = at === order.length ? start : order[at]!
  return between(before, stop) + between(stop, after) - (order.length === 0 ? 0 : between(before, after))
}

/** Reverses parts and moves stops as long as that shortens the tour and keeps the appointments. */
function improved(
  distances: Distances,
  customers: readonly PlanCustomer[],
  day: PlanDay,
  start: readonly number[],
): number[] {
  let order = [...start]
  let length = tourLength(distances, order)
  const hasTimes = order.some((stop) => customers[stop]!.fixed)
  const accept = (other: number[]): boolean => {
    const shorter = tourLength(distances, other)
    if (shorter >= length - tolerance) return false
    if (hasTimes && !timesOf(distances, customers, day, other)) return false
    order = other
    length = shorter
    return true
  }
  for (let isBetter = true; isBetter;) {
    isBetter = false
    for (let from = 0; from < order.length; from++)
      for (let to = from + 1; to < order.length; to++) {
        const reversed = [
          ...order.slice(0, from),
          ...order.slice(from, to + 1).toReversed(),
          ...order.slice(to + 1),
        ]
        const moved = order.toSpliced(from, 1).toSpliced(to, 0, order[from]!)
        const back = order.toSpliced(to, 1).toSpliced(from, 0, order[to]!)
        for (const other of [reversed, moved, back]) if (accept(other)) isBetter = true
      }
  }
  return order
}
