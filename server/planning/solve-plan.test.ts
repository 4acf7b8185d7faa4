import { expect, it } from 'vitest'
import { boundOf } from '#domain/planning/bound.ts'
import { greedyPlan } from '#domain/planning/greedy.ts'
import { maxVisits } from '#domain/planning/limits.ts'
import {
  costOfLeavingOut,
  costOnDay,
  costPerKilometre,
  distancesOf,
  figuresOf,
  kilometresPerHour,
  roadKilometres,
  type PlanCustomer,
  type PlanProblem,
} from '#domain/planning/problem.ts'
import { isFeasible } from '#domain/planning/route.ts'
import { randomNumbers, solvePlan, type SolvedPlan } from '#domain/planning/solve-plan.ts'
import { loadSolver } from './highs-solver.ts'

/** `PLAN_INSTANCES=200 npm test -- server/planning/solve-plan` runs all of them. */
const instances = Number(process.env['PLAN_INSTANCES'] ?? 24)
const firms = Number(process.env['PLAN_FIRMS'] ?? 100)

const solver = loadSolver()
const solved = async (problem: PlanProblem, seconds = 5): Promise<SolvedPlan> =>
  solvePlan(problem, { solve: await solver, clock: () => performance.now(), seconds })

function randomProblem(seed: number, maxCustomers: number, maxDays: number): PlanProblem {
  const random = randomNumbers(seed * 7919 + 1)
  const upTo = (count: number): number => Math.floor(random() * count)
  const dayCount = 1 + upTo(maxDays)
  const days = Array.from({ length: dayCount }, (_, number) => ({
    date: `2026-12-0${number + 1}`,
    number,
    start: 540,
    end: 540 + 120 + upTo(360),
    stops: 1 + upTo(5),
  }))
  const customers = Array.from({ length: 1 + upTo(maxCustomers) }, (_, at): PlanCustomer => {
    const due = upTo(dayCount + 3) - 3
    const day = upTo(dayCount)
    return {
      code: `C${at}`,
      place: { latitude: 23.8 + random() * 0.5, longitude: 72 + random() * 0.5 },
      due,
      earliest: Math.max(0, due - 1),
      weight: 1 + random() * 5,
      minutes: 15 + upTo(4) * 15,
      // At most one appointment a day, so that none contradicts another.
      ...(at < dayCount && random() < 0.2 && day === at && { fixed: { day, at: 600 } }),
    }
  })
  const start = { latitude: 24, longitude: 72.25 }
  const frame = { start, days, length: dayCount }
  const distances = distancesOf({ start, customers })
  const kept = customers.map(({ fixed, ...customer }, at): PlanCustomer =>
    fixed && isFeasible(distances, customers, days[fixed.day]!, [at]) ? { ...customer, fixed } : customer,
  )
  return { ...frame, customers: kept }
}

// The checker: no code of the solver besides the cost and the distance of two places.

const way = (problem: PlanProblem, one: number | null, other: number | null): number => {
  const place = (at: number | null) => (at === null ? problem.start : problem.customers[at]!.place)
  return roadKilometres(place(one), place(other))
}

/** The kilometres of a day in this order; undefined when it is not possible. */
function checkDay(problem: PlanProblem, day: number, order: readonly number[]): number | undefined {
  const { start, end, stops } = problem.days[day]!
  if (order.length > stops) return undefined
  let [minute, kilometres, last]: [number, number, number | null] = [start, 0, null]
  for (const at of [...order, null]) {
    const leg = order.length === 0 ? 0 : way(problem, last, at)
    kilometres += leg
    minute += (leg / kilometresPerHour) * 60
    if (at === null) break
    const { fixed, minutes, earliest } = problem.customers[at]!
    if (fixed ? fixed.day !== day || minute > fixed.at + 1e-6 : earliest > problem.days[day]!.number)
      return undefined
    minute = Math.max(minute, fixed?.at ?? 0) + minutes
    last = at
  }
  return minute <= end + 1e-6 ? kilometres : undefined
}

function* permutations(items: readonly number[]): Generator<number[]> {
  if (items.length === 0) yield []
  for (const [at, item] of items.entries())
    for (const rest of permutations(items.toSpliced(at, 1))) yield [item, ...rest]
}

/** The shortest way of every set of stops on every day, by trying every order. */
function allDays(problem: PlanProblem): Map<number, number>[] {
  const count = problem.customers.length
  return problem.days.map(({ stops }, day) => {
    const shortest = new Map([[0, 0]])
    for (let set = 1; set < 2 ** count; set++) {
      const items = [...Array(count).keys()].filter((at) => set & (1 << at))
      if (items.length > stops) continue
      // A subset that is not possible makes the set impossible, because time only grows.
      if (
        items.length > 1 &&
        items.some((at) => !shortest.has(set & ~(1 << at)) && !problem.customers.some(({ fixed }) => fixed))
      )
        continue
      for (const order of permutations(items)) {
        const kilometres = checkDay(problem, day, order)
        if (kilometres !== undefined && kilometres < (shortest.get(set) ?? Infinity))
          shortest.set(set, kilometres)
      }
    }
    return shortest
  })
}

/** The lowest cost and the most visits of any plan. */
function bruteForce(problem: PlanProblem): { cost: number; visits: number } {
  const { customers, days, length } = problem
  const ways = allDays(problem)
  const full = 2 ** customers.length
  let best = new Map([
    [0, { cost: customers.reduce((sum, each) => sum + costOfLeavingOut(each, length), 0) }],
  ])
  for (const [day, planDay] of days.entries()) {
    const gains = [...ways[day]!].map(([set, kilometres]) => {
      let cost = kilometres * costPerKilometre
      for (const [at, customer] of customers.entries())
        if (set & (1 << at)) cost += costOnDay(customer, planDay, length) - costOfLeavingOut(customer, length)
      return [set, cost] as const
    })
    const next = new Map<number, { cost: number }>()
    for (const [used, { cost }] of best)
      for (const [set, gain] of gains) {
        if (used & set) continue
        const known = next.get(used | set)
        if (!known || cost + gain < known.cost) next.set(used | set, { cost: cost + gain })
      }
    best = next
  }
  const kept = customers.reduce((set, { fixed }, at) => (fixed ? set | (1 << at) : set), 0)
  const bits = (set: number): number => set.toString(2).replaceAll('0', '').length
  return {
    // Appointments are kept.
    cost: Math.min(...[...best].filter(([set]) => (set & kept) === kept).map(([, { cost }]) => cost)),
    visits: Math.max(...[...best.keys()].filter((set) => set < full).map(bits)),
  }
}

function check(problem: PlanProblem, { days }: SolvedPlan): void {
  const all = days.flat()
  expect(new Set(all).size).toBe(all.length)
  for (const [day, order] of days.entries()) expect(checkDay(problem, day, order), `day ${day}`).toBeDefined()
}

it(`is within 2 % of the optimum of ${instances} random instances, found by brute force`, async () => {
  for (let seed = 1; seed <= instances; seed++) {
    const problem = randomProblem(seed, process.env['PLAN_INSTANCES'] ? 9 : 7, 3)
    const plan = await solved(problem)
    check(problem, plan)
    const { cost } = bruteForce(problem)
    expect(plan.figures.cost, `seed ${seed}`).toBeLessThanOrEqual(cost * 1.02 + 1e-6)
    expect(plan.bound, `seed ${seed}`).toBeLessThanOrEqual(cost + 1e-6)
    // The bound of problems that are too large to be solved exactly.
    const known = plan.figures.cost
    const bound = boundOf(problem, distancesOf(problem), { known, goesOn: () => true })
    expect(bound, `seed ${seed}`).toBeLessThanOrEqual(cost + 1e-6)
  }
}, 600_000)

it(`what it calls impossible is impossible, in ${firms} random firms`, async () => {
  for (let seed = 1; seed <= firms; seed++) {
    const problem = randomProblem(10_000 + seed, 6, 2)
    const plan = await solved(problem)
    check(problem, plan)
    const { visits } = bruteForce(problem)
    // "At most so many fit in any order" is never below what is possible, and the plan is never above it.
    expect(maxVisits(problem), `seed ${seed}`).toBeGreaterThanOrEqual(visits)
    expect(plan.figures.planned).toBeLessThanOrEqual(visits)
    // "More stops a day would do": the plan with them is checked in the same way.
    const wider = { ...problem, days: problem.days.map((day) => ({ ...day, stops: day.stops + 2 })) }
    check(wider, await solved(wider))
  }
}, 600_000)

it('plans a larger territory better than the most overdue first and the nearest next, with a gap', async () => {
  const random = randomNumbers(3)
  const customers = Array.from({ length: 80 }, (_, at): PlanCustomer => {
    const due = Math.floor(random() * 40) - 30
    return {
      code: `C${at}`,
      place: { latitude: 23.6 + random() * 0.6, longitude: 72 + random() * 0.6 },
      due,
      earliest: Math.max(0, due - 7),
      weight: 1 + random() * 6,
      minutes: 30,
    }
  })
  const days = Array.from({ length: 6 }, (_, number) => ({
    date: `d${number}`,
    number,
    start: 540,
    end: 1080,
    stops: 8,
  }))
  const problem = { start: { latitude: 23.9, longitude: 72.3 }, days, customers, length: 6 }
  const distances = distancesOf(problem)
  const greedy = figuresOf(problem, distances, greedyPlan(problem, distances))
  const plan = await solved(problem, 3)
  check(problem, plan)
  expect(plan.figures.cost).toBeLessThan(greedy.cost)
  expect(plan.gap).toBeGreaterThanOrEqual(0)
})

it('ends soon when it is cancelled, with the best plan so far', async () => {
  const problem = randomProblem(5, 9, 3)
  const more = {
    ...problem,
    customers: Array.from({ length: 60 }, (_, at) => ({ ...problem.customers[0]!, code: `C${at}` })),
  }
  const began = performance.now()
  const plan = solvePlan(more, {
    solve: await solver,
    clock: () => performance.now(),
    seconds: 60,
    isCancelled: () => true,
  })
  expect(performance.now() - began).toBeLessThan(20_000)
  expect(plan.isCancelled).toBe(true)
  check(more, plan)
})
