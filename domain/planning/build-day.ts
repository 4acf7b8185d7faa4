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
import { bestOrder, timesOf, tolerance } from './route.ts'

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
  plan(onDay: (day: number, stops: readonly number[]) => void, goesOn: () => boolean): Assignment {
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
        onDay(day, stops)
        if (worth > most) [best, most] = [stops, worth]
      }
      for (const stop of best) left.delete(stop)
      return best
    })
  }
}

const maxSeeds = 80
