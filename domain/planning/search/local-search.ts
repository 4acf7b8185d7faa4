import type { DayBuilder } from '../build-day.ts'
import type { Assignment, Distances, PlanProblem } from '../problem.ts'
import { tolerance } from '../route.ts'
import { Tours } from './tours.ts'

export interface SearchOptions {
  random: () => number
  /** How much more a plan may cost than the one before, in costs, asked after every few rounds; undefined: the search ends. */
  heat: () => number | undefined
}

const roundsPerCheck = 256
/** How many visits a round takes out on average, and at most one after the other of the same day. */
const averageTaken = 5
const maxString = 10
/** So many customers are looked at, and tried when they are left out. */
const maxTried = 12
/** The share of the places that is overlooked, so that visits do not always return to the same one. */
const overlooked = 0.02
/** The shares of rounds that exchange the stops of two days, take out two days, and take out visits anywhere. */
const shares = { exchange: 0.05, days: 0.05, anywhere: 0.1 } as const
/** Tours are shortened where the plan is not dearer than allowed by more than this. */
const maxShortened = 10
/** Leaving out a visit for which there was room costs so much more from then on. */
const roomCost = 50

/**
 * Searches for a better plan: takes out visits that are near each other, several in a row of some days, adds them and others where they cost
 * least, and keeps what is better, at first also what is a little worse (simulated annealing).
 */
export class LocalSearch {
  readonly #problem: PlanProblem
  readonly #builder: DayBuilder
  readonly #tours: Tours
  readonly #fromHome: Float64Array
  /** The customers that a round adds, and their order. */
  readonly #pool: Int16Array
  readonly #rank: Float64Array
  readonly #isPooled: Uint8Array
  #pooled = 0
  /** The days that a round has taken visits out of. */
  readonly #isTaken: Uint8Array
  #rounds = 0

  constructor(problem: PlanProblem, distances: Distances, builder: DayBuilder) {
    const { customers, days } = problem
    this.#problem = problem
    this.#builder = builder
    this.#tours = new Tours(problem, distances)
    this.#fromHome = Float64Array.from(customers, (_, at) => distances.between(at, distances.start))
    this.#pool = new Int16Array(customers.length)
    this.#rank = new Float64Array(customers.length)
    this.#isPooled = new Uint8Array(customers.length)
    this.#isTaken = new Uint8Array(days.length)
  }

  /** All rounds until now. */
  get rounds(): number {
    return this.#rounds
  }

  run(start: Assignment, { random, heat }: SearchOptions): Assignment {
    const tours = this.#tours
    tours.load(start)
    let best = start
    let lowest = tours.cost
    for (let warmth = heat(); warmth !== undefined; warmth = heat()) {
      tours.recount()
      for (let round = 0; round < roundsPerCheck; round++) {
        tours.begin()
        const limit = tours.cost - warmth * Math.log(1 - random())
        this.#change(random, limit)
        if (tours.cost > limit) tours.undo()
        else if (tours.cost < lowest - tolerance) {
          lowest = tours.cost
          best = tours.assignment()
        }
      }
      this.#rounds += roundsPerCheck
    }
    return best
  }

  /**
   * Adds every visit that fits into a day without another order of its stops, the most urgent first. The search leaves it out only for
   * what is worth more from then on, so that it does not spare the way to visits that are added in the end in any case.
   */
  complete(days: Assignment): Assignment {
    const tours = this.#tours
    tours.load(days)
    const left = [...tours.dayOf.keys()]
      .filter((stop) => tours.dayOf[stop]! < 0)
      .toSorted((one, other) => tours.costOfLeavingOut(other) - tours.costOfLeavingOut(one))
    const added = left.filter((stop) => tours.insert(stop, Infinity, 0, () => 1))
    for (const stop of added) tours.raiseCost(stop, roomCost)
    return added.length > 0 ? tours.assignment() : days
  }

  #change(random: () => number, limit: number): void {
    const tours = this.#tours
    if (random() < shares.exchange) {
      const one = Math.floor(random() * this.#isTaken.length)
      const other = Math.floor(random() * this.#isTaken.length)
      if (one !== other && tours.cost + tours.costOfExchange(one, other) <= limit) tours.exchange(one, other)
      return
    }
    this.#pooled = 0
    this.#takeOut(random)
    this.#tryOthers(random)
    this.#order(random)
    for (let at = 0; at < this.#pooled; at++) {
      const stop = this.#pool[at]!
      this.#isPooled[stop] = 0
      tours.insert(stop, tours.costOfLeavingOut(stop), overlooked, random)
    }
    if (tours.cost <= limit + maxShortened) tours.shorten()
  }

  #add(stop: number): void {
    if (this.#isPooled[stop]) return
    this.#isPooled[stop] = 1
    this.#pool[this.#pooled++] = stop
  }

  #take(stop: number): void {
    if (this.#problem.customers[stop]!.fixed) return
    this.#tours.remove(stop)
    this.#add(stop)
  }

  #takeOut(random: () => number): void {
    const tours = this.#tours
    const count = tours.dayOf.length
    const pick = (below: number): number => Math.floor(random() * below)
    const way = random()
    if (way < shares.days) {
      for (const day of [pick(this.#isTaken.length), pick(this.#isTaken.length)])
        for (const stop of tours.stopsOf(day)) this.#take(stop)
    } else if (way < shares.days + shares.anywhere) {
      for (let tries = pick(averageTaken); tries >= 0; tries--) {
        const stop = pick(count)
        if (tours.dayOf[stop]! >= 0) this.#take(stop)
      }
    } else this.#takeNear(pick(count), random)
  }

  /** Takes out some visits in a row of each of the days that are near a customer. */
  #takeNear(seed: number, random: () => number): void {
    const tours = this.#tours
    const longest = 1 + Math.floor(random() * maxString)
    const rows = 1 + Math.floor(random() * Math.max(1, Math.round((2 * averageTaken) / longest)))
    const near = this.#builder.near(seed)
    this.#isTaken.fill(0)
    let taken = 0
    for (let at = -1; at < near.length && taken < rows; at++) {
      const stop = at < 0 ? seed : near[at]!
      const day = tours.dayOf[stop]!
      if (day < 0) this.#add(stop)
      else if (!this.#isTaken[day]) {
        this.#isTaken[day] = 1
        this.#takeRow(stop, longest, random)
        taken++
      }
    }
  }

  #takeRow(stop: number, longest: number, random: () => number): void {
    const stops = this.#tours.stopsOf(this.#tours.dayOf[stop]!)
    const at = stops.indexOf(stop)
    const count = Math.min(longest, stops.length)
    const least = Math.max(0, at - count + 1)
    const most = Math.min(at, stops.length - count)
    const from = least + Math.floor(random() * (most - least + 1))
    for (let each = from; each < from + count; each++) this.#take(stops[each]!)
  }

  #tryOthers(random: () => number): void {
    const { dayOf } = this.#tours
    for (let tries = 0; tries < maxTried; tries++) {
      const stop = Math.floor(random() * dayOf.length)
      if (dayOf[stop]! < 0) this.#add(stop)
    }
  }

  /** In which order customers are added decides who gets the last places: mostly the urgent ones, those far away, or any. */
  #order(random: () => number): void {
    const [pool, rank, tours] = [this.#pool, this.#rank, this.#tours]
    const { customers } = this.#problem
    const way = random()
    const rankOf = (stop: number): number => {
      if (way < 0.3) return -tours.costOfLeavingOut(stop) * (0.8 + 0.4 * random())
      if (way < 0.6) return random()
      if (way < 0.75) return -this.#fromHome[stop]!
      if (way < 0.85) return this.#fromHome[stop]!
      if (way < 0.95) return -customers[stop]!.weight
      return customers[stop]!.due
    }
    for (let at = 0; at < this.#pooled; at++) {
      const stop = pool[at]!
      const own = rankOf(stop)
      rank[stop] = own
      let to = at
      for (; to > 0 && rank[pool[to - 1]!]! > own; to--) pool[to] = pool[to - 1]!
      pool[to] = stop
    }
  }
}
