import { leastWay } from './bound.ts'
import { distancesOf, travelMinutes, type PlanProblem } from './problem.ts'
import { isFeasible, tolerance } from './route.ts'

/**
 * More visits than this fit in no order: each day has its stops and its minutes, and each visit takes its minutes and at
 * least half of the ways to its two nearest places, and fits into the day if it is the only one.
 */
export function maxVisits(problem: PlanProblem, distances = distancesOf(problem)): number {
  const { customers, days } = problem
  const least = customers.map(
    ({ minutes }, at) => minutes + travelMinutes(leastWay(distances, at, customers.length)),
  )
  let most = 0
  const possible = new Set<number>()
  for (const day of days) {
    const open = [...customers.keys()].filter((at) => {
      const { fixed, earliest } = customers[at]!
      const isOpen = fixed ? problem.days[fixed.day] === day : earliest <= day.number
      return isOpen && isFeasible(distances, customers, day, [at])
    })
    for (const at of open) possible.add(at)
    const shortest = open.map((at) => least[at]!).toSorted((one, other) => one - other)
    let minutes = day.end - day.start + tolerance
    let stops = 0
    for (const each of shortest) {
      minutes -= each
      if (minutes < 0 || stops >= day.stops) break
      stops++
    }
    most += stops
  }
  return Math.min(most, possible.size)
}

/** The same for problems of which only the most urgent visits were considered: of the others only their minutes count. */
export function maxVisitsOfAll({ customers, days }: PlanProblem, others: number): number {
  const least = Math.min(...customers.map(({ minutes }) => minutes))
  const most = days.reduce(
    (sum, { start, end, stops }) => sum + Math.min(stops, Math.floor((end - start + tolerance) / least)),
    0,
  )
  return Math.min(most, customers.length + others)
}

/** The most customers that one problem has: more would take longer than a person waits. */
export const maxConsidered = 600

/** The most urgent customers; appointments are always among them. */
export function urgentOnes<C extends { weight: number; due: number; fixed?: unknown }>(
  customers: readonly C[],
  max = maxConsidered,
): C[] {
  if (customers.length <= max) return [...customers]
  const urgency = ({ weight, due, fixed }: C): number => (fixed ? Infinity : weight * 1000 - due)
  return customers.toSorted((one, other) => urgency(other) - urgency(one)).slice(0, max)
}
