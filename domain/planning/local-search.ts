import type { DayBuilder } from './build-day.ts'
import { appointmentsOf } from './greedy.ts'
import { bestOrder, timesOf, tolerance } from './route.ts'
import {
  costOfLeavingOut,
  costOnDay,
  costPerKilometre,
  figuresOf,
  kilometresPerHour,
  tourLength,
  travelMinutes,
  type Assignment,
  type Distances,
  type PlanProblem,
} from './problem.ts'

export interface SearchOptions {
  random: () => number
  /** Whether to go on, asked after every few rounds. */
  goesOn: () => boolean
  /** How much worse a plan may become for a while, as a share of its cost. */
  heat: () => number
  /** Called for the days of each plan that is kept. */
  onDay: (day: number, stops: readonly number[]) => void
}

/** How many customers a round takes out of the plan, and how many that are left out it tries. */
const maxTaken = 24
const maxTried = 36
const roundsPerCheck = 16
const idleRoundsPerCustomer = 300

/** Searches for a better plan: takes some visits out, puts them and others back where they cost least, and keeps what is better. */
export class LocalSearch {
  readonly #problem: PlanProblem
  readonly #distances: Distances
  readonly #costs: Float64Array
  readonly #leftOut: Float64Array
  readonly #builder: DayBuilder
  readonly #hasAppointment: readonly boolean[]
  #days: number[][] = []
  #kilometres: number[] = []
  #minutes: number[] = []
  #dayOf: Int16Array
  /** The days that the last round changed. */
  #changed: number[] = []
  #idleRounds = 0

  constructor(problem: PlanProblem, distances: Distances, builder: DayBuilder) {
    const { customers, days, length } = problem
    this.#problem = problem
    this.#distances = distances
    this.#costs = new Float64Array(customers.length * days.length)
    this.#leftOut = Float64Array.from(customers, (each) => costOfLeavingOut(each, length))
    for (const [at, customer] of customers.entries())
      for (const [index, day] of days.entries())
        this.#costs[at * days.length + index] =
          customer.earliest > day.number || (customer.fixed && customer.fixed.day !== index)
            ? Infinity
            : costOnDay(customer, day, length)
    this.#builder = builder
    this.#hasAppointment = appointmentsOf(problem).map((fixed) => fixed.length > 0)
    this.#dayOf = new Int16Array(customers.length).fill(-1)
  }

  /** Whether so many rounds found nothing better that more are not worth the time. */
  get isSettled(): boolean {
    return this.#idleRounds > idleRoundsPerCustomer * this.#problem.customers.length
  }

  #load(days: Assignment): void {
    this.#days = days.map((stops) => [...stops])
    this.#kilometres = this.#days.map((stops) => tourLength(this.#distances, stops))
    this.#minutes = this.#days.map((stops) =>
      stops.reduce((sum, stop) => sum + this.#problem.customers[stop]!.minutes, 0),
    )
    this.#dayOf.fill(-1)
    for (const [day, stops] of this.#days.entries()) for (const stop of stops) this.#dayOf[stop] = day
  }

  #cost(): number {
    let cost = 0
    const count = this.#problem.days.length
    for (let at = 0; at < this.#dayOf.length; at++) {
      const day = this.#dayOf[at]!
      cost += day < 0 ? this.#leftOut[at]! : this.#costs[at * count + day]!
    }
    return cost + this.#kilometres.reduce((sum, each) => sum + each, 0) * costPerKilometre
  }

  #remove(stop: number): void {
    const day = this.#dayOf[stop]!
    const stops = this.#days[day]!
    stops.splice(stops.indexOf(stop), 1)
    this.#kilometres[day] = tourLength(this.#distances, stops)
    this.#minutes[day]! -= this.#problem.customers[stop]!.minutes
    this.#dayOf[stop] = -1
  }

  /** Puts a customer where it costs least; leaves it out when it fits nowhere, or costs more than leaving it out. */
  #insert(stop: number, noise: () => number): void {
    const { customers, days } = this.#problem
    const { table, start: home } = this.#distances
    const count = home + 1
    const row = stop * count
    const { minutes } = customers[stop]!
    let best = this.#leftOut[stop]!
    let bestDay = -1
    let bestAt = 0
    for (let day = 0; day < days.length; day++) {
      const stops = this.#days[day]!
      const { stops: most, start, end } = days[day]!
      const cost = this.#costs[stop * days.length + day]!
      if (cost >= best || stops.length >= most) continue
      const factor = costPerKilometre * noise()
      const free =
        end - start + tolerance - this.#minutes[day]! - minutes - travelMinutes(this.#kilometres[day]!)
      const room = (free * kilometresPerHour) / 60
      let before = home
      for (let at = 0; at <= stops.length; at++) {
        const after = at === stops.length ? home : stops[at]!
        const added = table[row + before]! + table[row + after]! - table[before * count + after]!
        before = after
        const total = cost + added * factor
        if (total >= best) continue
        if (this.#hasAppointment[day]) {
          if (!timesOf(this.#distances, customers, days[day]!, stops.toSpliced(at, 0, stop))) continue
        } else if (added > room) continue
        best = total
        bestDay = day
        bestAt = at
      }
    }
    if (bestDay < 0) return
    const stops = this.#days[bestDay]!
    stops.splice(bestAt, 0, stop)
    this.#kilometres[bestDay] = tourLength(this.#distances, stops)
    this.#minutes[bestDay]! += minutes
    this.#dayOf[stop] = bestDay
  }

  /** The visits that a round takes out: near ones, or those of some days, or any. */
  #choose(random: () => number): number[] {
    const { customers } = this.#problem
    const pick = (count: number): number => Math.floor(random() * count)
    const movable = (stop: number): boolean => this.#dayOf[stop]! >= 0 && !customers[stop]!.fixed
    const count = 2 + pick(Math.min(maxTaken, Math.ceil(customers.length / 4) + 1))
    const way = random()
    if (way < 0.5) {
      const seed = pick(customers.length)
      return [seed, ...this.#builder.near(seed)].filter(movable).slice(0, count)
    }
    if (way < 0.8) {
      const day = pick(this.#days.length)
      const other = pick(this.#days.length)
      return [...new Set([...this.#days[day]!, ...this.#days[other]!])].filter(movable)
    }
    const stops = this.#days.flat().filter(movable)
    return stops.length === 0
      ? []
      : [...new Set(Array.from({ length: count }, () => stops[pick(stops.length)]!))]
  }

  /** Empties a day and builds it around a customer that is not planned. */
  #rebuild(random: () => number): void {
    const { customers } = this.#problem
    const day = Math.floor(random() * this.#days.length)
    const free = [...this.#dayOf.keys()].filter((at) => this.#dayOf[at]! < 0)
    for (const stop of this.#days[day]!.filter((each) => !customers[each]!.fixed)) this.#remove(stop)
    const seed = free[Math.floor(random() * free.length)]
    if (seed === undefined) return
    const stops = this.#builder.build(day, seed, (stop) => this.#dayOf[stop]! < 0)
    this.#days[day] = stops
    this.#kilometres[day] = tourLength(this.#distances, stops)
    this.#minutes[day] = stops.reduce((sum, stop) => sum + customers[stop]!.minutes, 0)
    for (const stop of stops) this.#dayOf[stop] = day
  }

  /** Customers that are left out: those near the visits taken out, and some with the highest cost. */
  #tried(taken: readonly number[], random: () => number): number[] {
    const isOut = (at: number): boolean => this.#dayOf[at]! < 0
    const near = taken.flatMap((stop) => this.#builder.near(stop).slice(0, 8)).filter(isOut)
    const others: number[] = []
    const count = this.#dayOf.length
    for (let tries = 0; tries < maxTried; tries++) {
      const at = Math.floor(random() * count)
      if (isOut(at)) others.push(at)
    }
    return [...new Set([...near, ...others])].slice(0, maxTried)
  }

  run(start: Assignment, { random, goesOn, heat, onDay }: SearchOptions): Assignment {
    this.#load(start)
    let cost = this.#cost()
    let best = start
    let lowest = cost
    let current = start
    while (!this.isSettled && goesOn()) {
      const limit = lowest * heat()
      for (let round = 0; round < roundsPerCheck; round++) {
        this.#idleRounds++
        const taken = this.#choose(random)
        const pool = [...taken, ...this.#tried(taken, random)]
        if (pool.length === 0) continue
        for (const stop of taken) this.#remove(stop)
        if (random() < 0.35) this.#rebuild(random)
        const isNoisy = random() < 0.3
        const noise = isNoisy ? () => 0.8 + 0.4 * random() : () => 1
        for (const stop of this.#ordered(pool, random)) if (this.#dayOf[stop]! < 0) this.#insert(stop, noise)
        this.#shorten(current)
        const next = this.#cost()
        if (next < cost + limit * random()) {
          cost = next
          current = this.#days.map((stops) => [...stops])
          for (const day of this.#changed) onDay(day, current[day]!)
          if (cost < lowest - tolerance) {
            best = current
            lowest = cost
            this.#idleRounds = 0
          }
        } else this.#load(current)
      }
      if (cost > lowest * 1.01) {
        this.#load(best)
        current = best
        cost = lowest
      }
    }
    return best
  }

  #ordered(pool: number[], random: () => number): number[] {
    const way = random()
    if (way < 0.4) {
      const rank = new Map(pool.map((stop) => [stop, this.#leftOut[stop]! * (0.8 + 0.4 * random())]))
      return pool.toSorted((one, other) => rank.get(other)! - rank.get(one)!)
    }
    for (let at = pool.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1))
      ;[pool[at], pool[other]] = [pool[other]!, pool[at]!]
    }
    return pool
  }

  /** Shortens the tours of the days that changed. */
  #shorten(before: Assignment): void {
    const { customers, days } = this.#problem
    this.#changed = []
    for (const [day, stops] of this.#days.entries()) {
      const old = before[day]!
      if (stops.length === old.length && stops.every((stop, at) => stop === old[at])) continue
      this.#changed.push(day)
      if (stops.length < 3) continue
      const shorter = twoOpt(this.#distances, stops)
      if (this.#hasAppointment[day] && !timesOf(this.#distances, customers, days[day]!, shorter)) continue
      this.#days[day] = shorter
      this.#kilometres[day] = tourLength(this.#distances, shorter)
    }
  }
}

function twoOpt({ between, start }: Distances, given: readonly number[]): number[] {
  const stops = [...given]
  for (let isBetter = true; isBetter;) {
    isBetter = false
    for (let from = 0; from < stops.length - 1; from++)
      for (let to = from + 1; to < stops.length; to++) {
        const before = from === 0 ? start : stops[from - 1]!
        const after = to === stops.length - 1 ? start : stops[to + 1]!
        const gain =
          between(before, stops[from]!) +
          between(stops[to]!, after) -
          between(before, stops[to]!) -
          between(stops[from]!, after)
        if (gain < tolerance) continue
        for (let left = from, right = to; left < right; left++, right--)
          [stops[left], stops[right]] = [stops[right]!, stops[left]!]
        isBetter = true
      }
  }
  return stops
}

/** The same visits with the best order of each day. */
export function withBestOrders(problem: PlanProblem, distances: Distances, days: Assignment): Assignment {
  const ordered = days.map(
    (stops, day) => bestOrder(distances, problem.customers, problem.days[day]!, stops) ?? stops,
  )
  return figuresOf(problem, distances, ordered).cost <= figuresOf(problem, distances, days).cost
    ? ordered
    : days
}
