/** A place in degrees. */
interface Place {
  latitude: number
  longitude: number
}

/** A visit as the checker sees it; minutes are those since midnight, days are counted from the first day. */
export interface CheckedVisit {
  place: Place
  minutes: number
  /** The first day on which it makes sense. */
  earliest: number
  /** The appointment, if there is one: the index of its day, and its time. */
  fixed?: { day: number; at: number }
}

export interface CheckedDay {
  number: number
  start: number
  end: number
  stops: number
}

export interface CheckedWeek {
  start: Place
  days: readonly CheckedDay[]
  visits: readonly CheckedVisit[]
}

// Written without code of the planner, so that a mistake there is not repeated here: distances by the spherical law of
// cosines, and every order of every set of visits.

const kilometresPerMinute = 35 / 60
const roadsPerStraightLine = 1.3
/** The two formulas of a distance differ by less. */
const rounding = 1e-3

export function roadBetween(one: Place, other: Place): number {
  const [latitude1, latitude2, width] = [one.latitude, other.latitude, other.longitude - one.longitude].map(
    (degrees) => (degrees / 180) * Math.PI,
  )
  const cosine =
    Math.sin(latitude1!) * Math.sin(latitude2!) +
    Math.cos(latitude1!) * Math.cos(latitude2!) * Math.cos(width!)
  return Math.acos(Math.min(1, cosine)) * 6371.0088 * roadsPerStraightLine
}

/** The kilometres of a day in this order; undefined when it is not possible. */
export function kilometresOfDay(
  week: CheckedWeek,
  day: number,
  order: readonly number[],
): number | undefined {
  const { start, end, stops, number } = week.days[day]!
  if (order.length > stops) return undefined
  if (order.length === 0) return 0
  let minute = start
  let kilometres = 0
  let here = week.start
  for (const at of order) {
    const { place, minutes, earliest, fixed } = week.visits[at]!
    const way = roadBetween(here, place)
    kilometres += way
    minute += way / kilometresPerMinute
    if (fixed ? fixed.day !== day || minute > fixed.at + rounding : earliest > number) return undefined
    minute = Math.max(minute, fixed?.at ?? 0) + minutes
    here = place
  }
  const back = roadBetween(here, week.start)
  return minute + back / kilometresPerMinute <= end + rounding ? kilometres + back : undefined
}

/** The shortest possible order of every set of visits that fits on a day, by the bits of the set. */
export function possibleSets(week: CheckedWeek, day: number): Map<number, number> {
  const shortest = new Map([[0, 0]])
  const extend = (order: number[], set: number): void => {
    for (const at of week.visits.keys()) {
      if (set & (1 << at)) continue
      const longer = [...order, at]
      // Without the way back: an order that is late already stays late.
      if (longer.length > week.days[day]!.stops || !isInTime(week, day, longer)) continue
      const kilometres = kilometresOfDay(week, day, longer)
      const bits = set | (1 << at)
      if (kilometres !== undefined && kilometres < (shortest.get(bits) ?? Infinity))
        shortest.set(bits, kilometres)
      extend(longer, bits)
    }
  }
  extend([], 0)
  return shortest
}

/** Whether the last visit of an order ends before the day does, whatever the way back. */
function isInTime(week: CheckedWeek, day: number, order: readonly number[]): boolean {
  const last = week.visits[order.at(-1)!]!
  const back = roadBetween(last.place, week.start) / kilometresPerMinute
  const { days } = week
  const later = days.map((each, at) => (at === day ? { ...each, end: each.end + back } : each))
  return kilometresOfDay({ ...week, days: later }, day, order) !== undefined
}

/** The most visits that any plan has, by trying all of them. */
export function maxPossible(week: CheckedWeek): number {
  let reached = new Set([0])
  for (const day of week.days.keys()) {
    const sets = [...possibleSets(week, day).keys()]
    const next = new Set<number>()
    for (const used of reached) for (const set of sets) if (!(used & set)) next.add(used | set)
    reached = next
  }
  const bits = (set: number): number => set.toString(2).replaceAll('0', '').length
  return Math.max(...[...reached].map(bits))
}

/** The visits that are left out although one of the days has room for them, by trying all orders of its stops. */
export function visitsWithRoom(week: CheckedWeek, days: readonly (readonly number[])[]): number[] {
  const planned = new Set(days.flat())
  const bitsOf = (stops: readonly number[]): number => stops.reduce((set, at) => set | (1 << at), 0)
  const sets = days.map((_, day) => possibleSets(week, day))
  return [...week.visits.keys()].filter(
    (at) => !planned.has(at) && days.some((stops, day) => sets[day]!.has(bitsOf([...stops, at]))),
  )
}
