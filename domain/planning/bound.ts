import {
  costOfLeavingOut,
  costOnDay,
  costPerKilometre,
  travelMinutes,
  type Distances,
  type PlanProblem,
} from './problem.ts'
import { isFeasible } from './route.ts'

const maxRounds = 3000
const roundsWithoutGain = 20
/** The search for prices ends when its steps are this small. */
const leastScale = 0.001
/** Prices of minutes move in this unit, so that their steps are like those of stops. */
const minutesPerUnit = 30

/**
 * A cost that no plan is below. Each visit travels at least half of the ways to its two nearest places, and the stops and
 * minutes of a day have prices instead of limits (Lagrange): each customer then takes the day that is worth most to it.
 * Every set of prices gives a bound, so the search for the best ones may end at any time.
 */
export function boundOf(
  problem: PlanProblem,
  distances: Distances,
  { known, goesOn }: { known: number; goesOn: () => boolean },
): number {
  const { customers, days, length } = problem
  const count = days.length
  const worth = new Float64Array(customers.length * count)
  const minutes = new Float64Array(customers.length)
  let total = 0
  for (const [at, customer] of customers.entries()) {
    const way = leastWay(distances, at, customers.length)
    const leftOut = costOfLeavingOut(customer, length)
    minutes[at] = customer.minutes + travelMinutes(way)
    total += leftOut
    for (const [index, day] of days.entries()) {
      const { earliest, fixed } = customer
      const isOpen = fixed ? fixed.day === index : earliest <= day.number
      worth[at * count + index] =
        isOpen && isFeasible(distances, customers, day, [at])
          ? leftOut - costOnDay(customer, day, length) - way * costPerKilometre
          : -Infinity
    }
  }
  const prices = firstPrices(problem)
  const limits = Float64Array.from([
    ...days.map((day) => day.stops),
    ...days.map((day) => day.end - day.start),
  ])
  const used = new Float64Array(2 * count)
  let best = -Infinity
  let scale = 1
  let sinceGain = 0
  for (let round = 0; round < maxRounds && scale > leastScale; round++) {
    if (round % 16 === 15 && !goesOn()) break
    used.fill(0)
    let bound = total
    for (const [at, price] of prices.entries()) bound -= price * limits[at]!
    for (let at = 0; at < customers.length; at++) {
      let most = 0
      let bestDay = -1
      for (let day = 0; day < count; day++) {
        const gain = worth[at * count + day]! - prices[day]! - prices[count + day]! * minutes[at]!
        if (gain > most) [most, bestDay] = [gain, day]
      }
      if (bestDay < 0) continue
      bound -= most
      used[bestDay]! += 1
      used[count + bestDay]! += minutes[at]!
    }
    sinceGain++
    if (bound > best) [best, sinceGain] = [bound, 0]
    else if (sinceGain > roundsWithoutGain) [scale, sinceGain] = [scale / 2, 0]
    // Along the slope: what is used above its limit becomes dearer, what is left over cheaper.
    let slope = 0
    for (const [at, price] of prices.entries()) {
      const over = (used[at]! - limits[at]!) / (at < count ? 1 : minutesPerUnit)
      if (over > 0 || price > 0) slope += over ** 2
    }
    if (slope === 0) break
    const step = (scale * Math.max(known - bound, 0)) / slope
    for (const [at, price] of prices.entries()) {
      const unit = at < count ? 1 : minutesPerUnit
      prices[at] = Math.max(0, price + (step * (used[at]! - limits[at]!)) / unit ** 2)
    }
  }
  return best
}

/** As if the heaviest visits came first: a day is dearer than the next one by the weight of its last visit. */
function firstPrices({ customers, days, length }: PlanProblem): Float64Array {
  const prices = new Float64Array(2 * days.length)
  const byWeight = customers.toSorted((one, other) => other.weight - one.weight)
  let rank = days.reduce((sum, { stops }) => sum + stops, 0)
  let price = 0
  let next: number | undefined
  for (let day = days.length - 1; day >= 0; day--) {
    const { number, stops } = days[day]!
    const last = byWeight[Math.min(rank, customers.length) - 1]
    if (next !== undefined) price += (next - number) * (last?.weight ?? 0)
    else if (rank < customers.length)
      price = costOfLeavingOut(byWeight[rank]!, length) - costOnDay(byWeight[rank]!, days[day]!, length)
    prices[day] = Math.max(0, price)
    rank -= stops
    next = number
  }
  return prices
}

/** Half of the ways to the two nearest places: a tour reaches and leaves each of its stops. */
export function leastWay({ between, start }: Distances, at: number, count: number): number {
  let [nearest, second] = [between(at, start), Infinity]
  for (let other = 0; other < count; other++) {
    if (other === at) continue
    const way = between(at, other)
    if (way < nearest) [nearest, second] = [way, nearest]
    else if (way < second) second = way
  }
  // A day of one stop goes to the start and back.
  return Math.min((nearest + second) / 2, between(at, start))
}
