import { bestOrder, isFeasible } from './route.ts'
import type { Assignment, Distances, PlanProblem } from './problem.ts'

/** The indexes of the appointments of each day. */
export const appointmentsOf = ({ days, customers }: PlanProblem): number[][] =>
  days.map((_, day) => [...customers.keys()].filter((at) => customers[at]!.fixed?.day === day))

/**
 * The plan that a proposal is compared with: each day begins with the most overdue customer and goes on to the nearest one
 * that is due, as long as the day lasts.
 */
export function greedyPlan(problem: PlanProblem, distances: Distances): Assignment {
  const { customers, days } = problem
  const left = new Set([...customers.keys()].filter((at) => !customers[at]!.fixed))
  const byDue = [...left].toSorted((one, other) => customers[one]!.due - customers[other]!.due)
  return appointmentsOf(problem).map((fixed, index) => {
    const day = days[index]!
    let stops = bestOrder(distances, customers, day, fixed) ?? []
    const open = (): number[] => byDue.filter((at) => left.has(at) && customers[at]!.earliest <= day.number)
    const take = (stop: number): boolean => {
      const longer = [...stops, stop]
      const order = isFeasible(distances, customers, day, longer)
        ? longer
        : fixed.length > 0
          ? bestOrder(distances, customers, day, longer)
          : undefined
      if (!order) return false
      left.delete(stop)
      stops = order
      return true
    }
    const first = open().find(take)
    if (first === undefined) return stops
    const refused = new Set<number>()
    for (let at = first; stops.length < day.stops;) {
      const candidates = open().filter((stop) => !refused.has(stop))
      const due = candidates.filter((stop) => customers[stop]!.due <= day.number)
      const near = due.length > 0 ? due : candidates
      if (near.length === 0) break
      const next = near.reduce((one, other) =>
        distances.between(at, other) < distances.between(at, one) ? other : one,
      )
      if (take(next)) at = next
      else refused.add(next)
    }
    return stops
  })
}
