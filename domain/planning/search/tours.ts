import { appointmentsOf } from '../greedy.ts'
import {
  costOfLeavingOut,
  costOnDay,
  costPerKilometre,
  type Assignment,
  type Distances,
  type PlanProblem,
} from '../problem.ts'
import { tolerance } from '../route.ts'
import { keepsTimes, minutesPerKilometre, shortenTour } from './tour.ts'

/**
 * The plan that a search changes, in typed arrays: the stops of each day, their cost, and where each customer would be added to each day
 * at the least cost, which is kept until the day changes. What was changed since `begin` can be undone.
 */
export class Tours {
  readonly #problem: PlanProblem
  readonly #table: Float64Array
  readonly #home: number
  readonly #width: number
  /** The stops of the days, `#width` for each. */
  readonly #stops: Int16Array
  readonly #sizes: Int16Array
  readonly #limits: Int16Array
  readonly #kilometres: Float64Array
  readonly #minutes: Float64Array
  /** The minutes of the days. */
  readonly #length: Float64Array
  readonly #hasTimes: readonly boolean[]
  readonly #costs: Float64Array
  /** What it costs to leave out a customer. */
  readonly #leftOut: Float64Array
  /** The day of each customer, -1 for those that are left out. */
  readonly dayOf: Int16Array
  /** Days with the same version have the same stops. */
  readonly #versions: Int32Array
  #lastVersion = 0
  /** The ways between the stops of the days, from the start and back to it; those of another version are not known. */
  readonly #ways: Float64Array
  readonly #waysVersion: Int32Array
  /** For each customer and day: the version the place was found for, the kilometres it adds, and the stop that it would be. */
  readonly #placeVersion: Int32Array
  readonly #placeAdded: Float64Array
  readonly #placeAt: Int16Array
  /** The days that changed since `begin`, and what they were. */
  readonly #changed: Int16Array
  #changedCount = 0
  readonly #isChanged: Uint8Array
  readonly #oldStops: Int16Array
  readonly #oldSizes: Int16Array
  readonly #oldKilometres: Float64Array
  readonly #oldMinutes: Float64Array
  readonly #oldVersions: Int32Array
  #oldCost = 0
  /** Like that of `figuresOf`, with what leaving out was made dearer. */
  cost = 0

  constructor(problem: PlanProblem, distances: Distances) {
    const { customers, days, length } = problem
    const count = days.length
    this.#problem = problem
    this.#table = distances.table
    this.#home = distances.start
    this.#width = Math.max(1, ...days.map(({ stops }) => Math.min(stops, customers.length)))
    this.#stops = new Int16Array(count * this.#width)
    this.#oldStops = new Int16Array(count * this.#width)
    this.#sizes = new Int16Array(count)
    this.#oldSizes = new Int16Array(count)
    this.#limits = Int16Array.from(days, ({ stops }) => Math.min(stops, customers.length))
    this.#kilometres = new Float64Array(count)
    this.#oldKilometres = new Float64Array(count)
    this.#minutes = new Float64Array(count)
    this.#oldMinutes = new Float64Array(count)
    this.#length = Float64Array.from(days, ({ start, end }) => end - start + tolerance)
    this.#hasTimes = appointmentsOf(problem).map((fixed) => fixed.length > 0)
    this.#leftOut = Float64Array.from(customers, (each) => costOfLeavingOut(each, length))
    this.#costs = new Float64Array(customers.length * count)
    for (const [at, customer] of customers.entries())
      for (const [index, day] of days.entries())
        this.#costs[at * count + index] =
          customer.earliest > day.number || (customer.fixed && customer.fixed.day !== index)
            ? Infinity
            : costOnDay(customer, day, length)
    this.dayOf = new Int16Array(customers.length).fill(-1)
    this.#versions = new Int32Array(count)
    this.#oldVersions = new Int32Array(count)
    this.#ways = new Float64Array(count * (this.#width + 1))
    this.#waysVersion = new Int32Array(count).fill(-1)
    this.#placeVersion = new Int32Array(customers.length * count)
    this.#placeAdded = new Float64Array(customers.length * count)
    this.#placeAt = new Int16Array(customers.length * count)
    this.#changed = new Int16Array(count)
    this.#isChanged = new Uint8Array(count)
  }

  costOfLeavingOut(stop: number): number {
    return this.#leftOut[stop]!
  }

  /** Makes it dearer to leave out a customer. */
  raiseCost(stop: number, by: number): void {
    this.#leftOut[stop]! += by
    if (this.dayOf[stop]! < 0) this.cost += by
  }

  load(days: Assignment): void {
    this.begin()
    for (const [day, stops] of days.entries()) this.setDay(day, stops)
    this.dayOf.fill(-1)
    for (const [day, stops] of days.entries()) for (const stop of stops) this.dayOf[stop] = day
    this.recount()
    this.begin()
  }

  /** Sums up the cost again, without the rounding of the sums that led to it. */
  recount(): void {
    const count = this.#sizes.length
    let cost = 0
    for (let at = 0; at < this.dayOf.length; at++) {
      const day = this.dayOf[at]!
      cost += day < 0 ? this.#leftOut[at]! : this.#costs[at * count + day]!
    }
    for (let day = 0; day < count; day++) {
      this.#kilometres[day] = this.#lengthOf(day)
      cost += this.#kilometres[day]! * costPerKilometre
    }
    this.cost = cost
  }

  assignment(): number[][] {
    return Array.from(this.#sizes, (_, day) => this.stopsOf(day))
  }

  stopsOf(day: number): number[] {
    const from = day * this.#width
    return [...this.#stops.subarray(from, from + this.#sizes[day]!)]
  }

  /** What comes from now on can be undone together. */
  begin(): void {
    for (let at = 0; at < this.#changedCount; at++) this.#isChanged[this.#changed[at]!] = 0
    this.#changedCount = 0
    this.#oldCost = this.cost
  }

  undo(): void {
    for (let at = 0; at < this.#changedCount; at++) {
      const day = this.#changed[at]!
      const from = day * this.#width
      for (let stop = from + this.#sizes[day]! - 1; stop >= from; stop--) this.dayOf[this.#stops[stop]!] = -1
    }
    for (let at = 0; at < this.#changedCount; at++) {
      const day = this.#changed[at]!
      const from = day * this.#width
      const size = this.#oldSizes[day]!
      for (let stop = from; stop < from + size; stop++) {
        this.#stops[stop] = this.#oldStops[stop]!
        this.dayOf[this.#oldStops[stop]!] = day
      }
      this.#sizes[day] = size
      this.#kilometres[day] = this.#oldKilometres[day]!
      this.#minutes[day] = this.#oldMinutes[day]!
      this.#versions[day] = this.#oldVersions[day]!
      this.#isChanged[day] = 0
    }
    this.#changedCount = 0
    this.cost = this.#oldCost
  }

  /** The day is going to change. */
  #touch(day: number): void {
    if (!this.#isChanged[day]) {
      this.#isChanged[day] = 1
      this.#changed[this.#changedCount++] = day
      const from = day * this.#width
      const size = this.#sizes[day]!
      for (let at = from; at < from + size; at++) this.#oldStops[at] = this.#stops[at]!
      this.#oldSizes[day] = size
      this.#oldKilometres[day] = this.#kilometres[day]!
      this.#oldMinutes[day] = this.#minutes[day]!
      this.#oldVersions[day] = this.#versions[day]!
    }
    this.#versions[day] = ++this.#lastVersion
  }

  #lengthOf(day: number): number {
    const from = day * this.#width
    const size = this.#sizes[day]!
    if (size === 0) return 0
    const [table, home] = [this.#table, this.#home]
    const count = home + 1
    let before = home
    let sum = 0
    for (let at = from; at < from + size; at++) {
      const stop = this.#stops[at]!
      sum += table[before * count + stop]!
      before = stop
    }
    return sum + table[before * count + home]!
  }

  /** Replaces the stops of a day by others that are in no day. */
  setDay(day: number, stops: readonly number[]): void {
    this.#touch(day)
    const { customers } = this.#problem
    const count = this.#sizes.length
    const from = day * this.#width
    for (let at = from; at < from + this.#sizes[day]!; at++) {
      const stop = this.#stops[at]!
      this.dayOf[stop] = -1
      this.cost += this.#leftOut[stop]! - this.#costs[stop * count + day]!
    }
    let minutes = 0
    for (let at = 0; at < stops.length; at++) {
      const stop = stops[at]!
      this.#stops[from + at] = stop
      this.dayOf[stop] = day
      minutes += customers[stop]!.minutes
      this.cost += this.#costs[stop * count + day]! - this.#leftOut[stop]!
    }
    this.#sizes[day] = stops.length
    this.#minutes[day] = minutes
    const kilometres = this.#lengthOf(day)
    this.cost += (kilometres - this.#kilometres[day]!) * costPerKilometre
    this.#kilometres[day] = kilometres
  }

  remove(stop: number): void {
    const day = this.dayOf[stop]!
    this.#touch(day)
    const from = day * this.#width
    const size = this.#sizes[day]!
    const [table, home, stops] = [this.#table, this.#home, this.#stops]
    const count = home + 1
    let at = from
    while (stops[at] !== stop) at++
    const before = at === from ? home : stops[at - 1]!
    const after = at === from + size - 1 ? home : stops[at + 1]!
    const saved =
      table[before * count + stop]! + table[stop * count + after]! - table[before * count + after]!
    for (; at < from + size - 1; at++) stops[at] = stops[at + 1]!
    this.#sizes[day] = size - 1
    this.#kilometres[day] = size === 1 ? 0 : this.#kilometres[day]! - saved
    this.#minutes[day]! -= this.#problem.customers[stop]!.minutes
    this.dayOf[stop] = -1
    this.cost +=
      this.#leftOut[stop]! - this.#costs[stop * this.#sizes.length + day]! - saved * costPerKilometre
  }

  /**
   * Adds a customer where it costs least, and less than the limit; false when there is no such place. With `blinks`, that share of the
   * places is overlooked.
   */
  insert(stop: number, limit: number, blinks: number, random: () => number): boolean {
    const days = this.#sizes.length
    const row = stop * days
    let best = limit
    let bestDay = -1
    for (let day = 0; day < days; day++) {
      const cost = this.#costs[row + day]!
      if (cost >= best || this.#sizes[day]! >= this.#limits[day]!) continue
      if (this.#placeVersion[row + day] !== this.#versions[day]) this.#findPlace(stop, day)
      const total = cost + this.#placeAdded[row + day]! * costPerKilometre
      if (total >= best || (blinks > 0 && random() < blinks)) continue
      best = total
      bestDay = day
    }
    if (bestDay < 0) return false
    this.#addTo(stop, bestDay)
    return true
  }

  #addTo(stop: number, day: number): void {
    const place = stop * this.#sizes.length + day
    const added = this.#placeAdded[place]!
    this.#touch(day)
    const from = day * this.#width
    const to = from + this.#placeAt[place]!
    const stops = this.#stops
    for (let at = from + this.#sizes[day]!; at > to; at--) stops[at] = stops[at - 1]!
    stops[to] = stop
    this.#sizes[day]!++
    this.#kilometres[day]! += added
    this.#minutes[day]! += this.#problem.customers[stop]!.minutes
    this.dayOf[stop] = day
    this.cost += this.#costs[place]! - this.#leftOut[stop]! + added * costPerKilometre
  }

  /** Where the stop adds least to the day, and how much; infinite when it does not fit. */
  #findPlace(stop: number, day: number): void {
    const [table, home, stops] = [this.#table, this.#home, this.#stops]
    const count = home + 1
    const row = stop * count
    const from = day * this.#width
    const end = from + this.#sizes[day]!
    const { minutes } = this.#problem.customers[stop]!
    const place = stop * this.#sizes.length + day
    const isTimed = this.#hasTimes[day]!
    let best = Infinity
    let bestAt = from
    if (end === from) best = 2 * table[row + home]!
    else {
      if (this.#waysVersion[day] !== this.#versions[day]) this.#findWays(day)
      const ways = this.#ways
      let way = day * (this.#width + 1)
      let toBefore = table[row + home]!
      const back = toBefore
      for (let at = from; at <= end; at++) {
        const toAfter = at === end ? back : table[row + stops[at]!]!
        const added = toBefore + toAfter - ways[way++]!
        toBefore = toAfter
        if (added >= best || (isTimed && !this.#keepsTimes(day, stop, at - from))) continue
        best = added
        bestAt = at
      }
    }
    if (!isTimed) {
      const free = this.#length[day]! - this.#minutes[day]! - minutes
      if ((this.#kilometres[day]! + best) * minutesPerKilometre > free) best = Infinity
    }
    this.#placeAdded[place] = best
    this.#placeAt[place] = bestAt - from
    this.#placeVersion[place] = this.#versions[day]!
  }

  #keepsTimes(day: number, stop: number, at: number): boolean {
    const { customers, days } = this.#problem
    const from = day * this.#width
    const stops = this.#stops.subarray(from, from + this.#sizes[day]!)
    return keepsTimes(this.#table, this.#home, customers, days[day]!, { stops, stop, at })
  }

  #findWays(day: number): void {
    const [table, home, stops] = [this.#table, this.#home, this.#stops]
    const count = home + 1
    const from = day * this.#width
    const end = from + this.#sizes[day]!
    let way = day * (this.#width + 1)
    let before = home
    for (let at = from; at < end; at++) {
      const stop = stops[at]!
      this.#ways[way++] = table[before * count + stop]!
      before = stop
    }
    this.#ways[way] = table[before * count + home]!
    this.#waysVersion[day] = this.#versions[day]!
  }

  /** Shortens the tours of the days that changed. */
  shorten(): void {
    for (let at = 0; at < this.#changedCount; at++) {
      const day = this.#changed[at]!
      if (this.#sizes[day]! < 3 || this.#hasTimes[day]) continue
      const first = day * this.#width
      const saved = shortenTour(
        this.#table,
        this.#home,
        this.#stops.subarray(first, first + this.#sizes[day]!),
      )
      if (saved === 0) continue
      this.#versions[day] = ++this.#lastVersion
      this.#kilometres[day]! -= saved
      this.cost -= saved * costPerKilometre
    }
  }

  /** What the plan would cost more when two days exchanged their stops; infinite when they cannot. */
  costOfExchange(one: number, other: number): number {
    if (this.#hasTimes[one] || this.#hasTimes[other]) return Infinity
    const fits = (stopsOf: number, day: number): boolean =>
      this.#sizes[stopsOf]! <= this.#limits[day]! &&
      this.#minutes[stopsOf]! + this.#kilometres[stopsOf]! * minutesPerKilometre <= this.#length[day]!
    if (!fits(one, other) || !fits(other, one)) return Infinity
    return this.#moveCost(one, other) + this.#moveCost(other, one)
  }

  #moveCost(from: number, to: number): number {
    const count = this.#sizes.length
    const first = from * this.#width
    let cost = 0
    for (let at = first; at < first + this.#sizes[from]!; at++) {
      const row = this.#stops[at]! * count
      cost += this.#costs[row + to]! - this.#costs[row + from]!
    }
    return cost
  }

  exchange(one: number, other: number): void {
    const [first, second] = [this.stopsOf(one), this.stopsOf(other)]
    this.setDay(one, [])
    this.setDay(other, first)
    this.setDay(one, second)
  }
}
