import { appointmentsOf } from './greedy.ts'
import {
  costOfLeavingOut,
  costOnDay,
  costPerKilometre,
  tourLength,
  travelMinutes,
  type Assignment,
  type Distances,
  type PlanProblem,
} from './problem.ts'
import { bestOrder, isFeasible, timesOf, tolerance } from './route.ts'

/** How many customers near the first one a day is built of. */
const maxNear = 90

/** Builds days of customers that are near each other: around a first one, whatever is worth most for the minutes it takes. */
export class DayBuilder {
  readonly #problem: PlanProblem
  readonly #distances: Distances
  readonly #near: readonly (readonly number[])[]
  readonly #appointments: readonly (readonly number[])[]

  constructor(problem: PlanProblem, distances: Distances) {
    const { customers } = problem
    this.#problem = problem
    this.#distances = distances
    const movable = [...customers.keys()].filter((at) => !customers[at]!.fixed)
    this.#near = customers.map((_, at) =>
      movable
        .filter((other) => other !== at)
        .toSorted((one, other) => distances.between(at, one) - distances.between(at, other))
        .slice(0, maxNear),
    )
    this.#appointments = appointmentsOf(problem).map(
      (fixed, day) => bestOrder(distances, customers, problem.days[day]!, fixed) ?? [],
    )
  }

  /** Customers by distance, without appointments. */
  near(at: number): readonly number[] {
    return this.#near[at]!
  }

  /** What a visit on the day saves. */
  #worth(stop: number, day: number): number {
    const { customers, days, length } = this.#problem
    return costOfLeavingOut(customers[stop]!, length) - costOnDay(customers[stop]!, days[day]!, length)
  }

  build(day: number, seed: number, isFree: (stop: number) => boolean): number[] {
    const { customers, days } = this.#problem
    const planDay = days[day]!
    const { table, start: home } = this.#distances
    const count = home + 1
    const stops = [...this.#appointments[day]!]
    const hasTimes = stops.length > 0
    let minutes = stops.reduce((sum, stop) => sum + customers[stop]!.minutes, 0)
    let kilometres = tourLength(this.#distances, stops)
    const open = [seed, ...this.#near[seed]!].filter(
      (stop) => isFree(stop) && customers[stop]!.earliest <= planDay.number,
    )
    while (stops.length < planDay.stops && open.length > 0) {
      let best = 0
      let bestIndex = -1
      let bestAt = 0
      let bestAdded = 0
      // The day begins with the given customer.
      const tried = stops.length === 0 ? 1 : open.length
      for (let index = 0; index < tried; index++) {
        const stop = open[index]!
        const row = stop * count
        let before = home
        let least = Infinity
        let leastAt = 0
        for (let at = 0; at <= stops.length; at++) {
          const after = at === stops.length ? home : stops[at]!
          const added = table[row + before]! + table[row + after]! - table[before * count + after]!
          before = after
          if (added < least) [least, leastAt] = [added, at]
        }
        const taken = customers[stop]!.minutes + travelMinutes(least)
        const total = minutes + customers[stop]!.minutes + travelMinutes(kilometres + least)
        if (planDay.start + total > planDay.end + tolerance) continue
        const rate = (this.#worth(stop, day) - least * costPerKilometre) / (taken + 1)
        if (rate <= best) continue
        if (hasTimes && !timesOf(this.#distances, customers, planDay, stops.toSpliced(leastAt, 0, stop)))
          continue
        best = rate
        bestIndex = index
        bestAt = leastAt
        bestAdded = least
      }
      if (bestIndex < 0) break
      const [stop] = open.splice(bestIndex, 1)
      stops.splice(bestAt, 0, stop!)
      minutes += customers[stop!]!.minutes
      kilometres += bestAdded
    }
    return stops
  }

  /** What the visits of a day save, less its travel. */
  worthOf(day: number, stops: readonly number[]): number {
    const saved = stops.reduce((sum, stop) => sum + this.#worth(stop, day), 0)
    return saved - tourLength(this.#distances, stops) * costPerKilometre
  }

  /** A plan: for each day the best of the days around many first customers. */
  plan(goesOn: () => boolean): Assignment {
    const { customers, days } = this.#problem
    const left = new Set([...customers.keys()].filter((at) => !customers[at]!.fixed))
    return days.map((_, day) => {
      const appointments = this.#appointments[day]!
      const seeds = [...left].filter((_each, at) => at % Math.ceil(left.size / maxSeeds) === 0)
      let best: readonly number[] = appointments
      let most = this.worthOf(day, appointments)
      if (!goesOn() && day > 0) return best
      for (const seed of seeds) {
        const stops = this.build(day, seed, (stop) => left.has(stop))
        const worth = this.worthOf(day, stops)
        if (worth > most) [best, most] = [stops, worth]
      }
      for (const stop of best) left.delete(stop)
      return best
    })
  }
}

const maxSeeds = 80

interface Place {
  day: number
  order: readonly number[]
  cost: number
}

/**
 * Adds every visit that is left out and fits into a day with the visits it has, the most urgent first, each where it costs least, however long
 * its way. What is then left out fits into no day: its stops are taken, or no order of them leaves the minutes.
 */
export function fillDays(problem: PlanProblem, distances: Distances, start: Assignment): Assignment {
  const { customers, length } = problem
  const days = [...start]
  const planned = new Set(start.flat())
  const lost = customers.map((each) => costOfLeavingOut(each, length))
  const left = [...customers.keys()]
    .filter((at) => !planned.has(at))
    .toSorted((one, other) => lost[other]! - lost[one]!)
  for (const stop of left) {
    const open = daysWithRoom(problem, distances, days, stop)
    const place =
      cheapest(problem, distances, days, { stop, open, orderOf: inserted }) ??
      cheapest(problem, distances, days, { stop, open, orderOf: reordered })
    if (place) days[place.day] = place.order
  }
  return days

  function inserted(day: number, stop: number): readonly number[] | undefined {
    const stops = days[day]!
    let best: readonly number[] | undefined
    for (let at = 0; at <= stops.length; at++) {
      const order = stops.toSpliced(at, 0, stop)
      if (best && tourLength(distances, order) >= tourLength(distances, best)) continue
      if (isFeasible(distances, customers, problem.days[day]!, order)) best = order
    }
    return best
  }

  function reordered(day: number, stop: number): readonly number[] | undefined {
    return bestOrder(distances, customers, problem.days[day]!, [...days[day]!, stop])
  }
}

/** The days that have a stop left for the visit, and whose minutes do not show at once that it does not fit. */
function daysWithRoom(problem: PlanProblem, distances: Distances, days: Assignment, stop: number): number[] {
  const { earliest, fixed, minutes } = problem.customers[stop]!
  const alone = tourLength(distances, [stop])
  return [...days.keys()].filter((day) => {
    const { number, stops: most, start, end } = problem.days[day]!
    const stops = days[day]!
    if (stops.length >= most || (fixed ? fixed.day !== day : earliest > number)) return false
    const visits = stops.reduce((sum, each) => sum + problem.customers[each]!.minutes, minutes)
    return visits + travelMinutes(alone) <= end - start + tolerance
  })
}

function cheapest(
  problem: PlanProblem,
  distances: Distances,
  days: Assignment,
  {
    stop,
    open,
    orderOf,
  }: {
    stop: number
    open: readonly number[]
    orderOf: (day: number, stop: number) => readonly number[] | undefined
  },
): Place | undefined {
  let best: Place | undefined
  for (const day of open) {
    const order = orderOf(day, stop)
    if (!order) continue
    const added = tourLength(distances, order) - tourLength(distances, days[day]!)
    const cost =
      costOnDay(problem.customers[stop]!, problem.days[day]!, problem.length) + added * costPerKilometre
    if (!best || cost < best.cost) best = { day, order, cost }
  }
  return best
}
