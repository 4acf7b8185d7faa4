import { expect, it } from 'vitest'
import { boundOf } from '#domain/planning/bound.ts'
import { greedyPlan } from '#domain/planning/greedy.ts'
import { maxVisits } from '#domain/planning/limits.ts'
import {
  costOfLeavingOut,
  costPerKilometre,
  distancesOf,
  figuresOf,
  leftOutCost,
  leftOutDays,
  type PlanCustomer,
  type PlanProblem,
} from '#domain/planning/problem.ts'
import type { SolveProgram } from '#domain/planning/mip.ts'
import { isFeasible } from '#domain/planning/route.ts'
import { randomNumbers, solvePlan, type SolvedPlan } from '#domain/planning/solve-plan.ts'
import {
  kilometresOfDay,
  maxPossible,
  possibleSets,
  visitsWithRoom,
  type CheckedWeek,
} from '#testing/plan-checker.ts'
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

/** The problem as the checker sees it, which has its own distances, times and search. */
const weekOf = ({ start, days, customers }: PlanProblem): CheckedWeek => ({ start, days, visits: customers })

/** The lowest cost of any plan that keeps the appointments and leaves out no visit that fits into one of its days. */
function lowestCost(problem: PlanProblem): number {
  const { customers, days, length } = problem
  const lateUntil = ({ due, weight }: PlanCustomer, day: number): number =>
    weight * Math.max(0, day - Math.max(due, 0))
  const leftOut = customers.map((each) => lateUntil(each, length) + each.weight * leftOutDays + leftOutCost)
  const choices = days.map(({ number }, day) => {
    const sets = possibleSets(weekOf(problem), day)
    return [...sets].map(([set, kilometres]) => {
      let cost = kilometres * costPerKilometre
      let room = 0
      for (const [at, customer] of customers.entries())
        if (set & (1 << at)) cost += lateUntil(customer, number) - leftOut[at]!
        else if (sets.has(set | (1 << at))) room |= 1 << at
      return { set, cost, room }
    })
  })
  const kept = customers.reduce((set, { fixed }, at) => (fixed ? set | (1 << at) : set), 0)
  let lowest = Infinity
  const choose = (day: number, used: number, cost: number, room: number): void => {
    if (day === days.length) {
      if (!((room | kept) & ~used)) lowest = Math.min(lowest, cost)
      return
    }
    for (const choice of choices[day]!)
      if (!(used & choice.set)) choose(day + 1, used | choice.set, cost + choice.cost, room | choice.room)
  }
  choose(
    0,
    0,
    leftOut.reduce((sum, each) => sum + each, 0),
    0,
  )
  return lowest
}

function check(problem: PlanProblem, { days }: SolvedPlan): void {
  const all = days.flat()
  expect(new Set(all).size).toBe(all.length)
  for (const [day, order] of days.entries())
    expect(kilometresOfDay(weekOf(problem), day, order), `day ${day}`).toBeDefined()
}

it(`is within 2 % of the optimum of ${instances} random instances, found by brute force`, async () => {
  for (let seed = 1; seed <= instances; seed++) {
    const problem = randomProblem(seed, process.env['PLAN_INSTANCES'] ? 9 : 7, 3)
    const plan = await solved(problem)
    check(problem, plan)
    expect(visitsWithRoom(weekOf(problem), plan.days), `seed ${seed}`).toEqual([])
    const cost = lowestCost(problem)
    expect(plan.figures.cost, `seed ${seed}`).toBeLessThanOrEqual(cost * 1.02 + 1e-6)
    expect(plan.bound, `seed ${seed}`).toBeLessThanOrEqual(cost + 1e-6)
    // The bound of problems that are too large to be solved exactly.
    const known = plan.figures.cost
    const bound = boundOf(problem, distancesOf(problem), { known, goesOn: () => true })
    expect(bound, `seed ${seed}`).toBeLessThanOrEqual(cost + 1e-6)
  }
}, 600_000)

it(`says of ${firms} random weeks how many visits fit at most, never fewer than really do`, async () => {
  for (let seed = 1; seed <= firms; seed++) {
    const problem = randomProblem(10_000 + seed, 6, 2)
    const plan = await solved(problem)
    check(problem, plan)
    const visits = maxPossible(weekOf(problem))
    // "At most so many fit in any order" is never below what is possible, and the plan is never above it.
    expect(maxVisits(problem), `seed ${seed}`).toBeGreaterThanOrEqual(visits)
    expect(plan.figures.planned).toBeLessThanOrEqual(visits)
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

it('leaves out no visit that fits into a day, also when the program has no solution in time', async () => {
  const noSolution: SolveProgram = () => ({ values: undefined, bound: -Infinity, isOptimal: false })
  let leftOut = 0
  for (let seed = 1; seed <= 40; seed++) {
    const problem = randomProblem(20_000 + seed, 7, 3)
    const far = problem.customers.map((each) => ({
      ...each,
      place: { ...each.place, latitude: each.place.latitude + (each.fixed ? 0 : 0.3) },
    }))
    const plan = solvePlan(
      { ...problem, customers: far },
      { solve: noSolution, clock: () => performance.now(), seconds: 0.1 },
    )
    check({ ...problem, customers: far }, plan)
    expect(visitsWithRoom(weekOf({ ...problem, customers: far }), plan.days), `seed ${seed}`).toEqual([])
    leftOut += far.length - plan.figures.planned
  }
  expect(leftOut).toBeGreaterThan(0)
})

it('makes a long way for a visit on a day that has others', async () => {
  const farAway = (at: number, latitude: number): PlanCustomer => ({
    code: `F${at}`,
    place: { latitude, longitude: 72 + at / 100 },
    due: 0,
    earliest: 0,
    weight: 1,
    minutes: 15,
  })
  const days = [{ date: 'd0', number: 0, start: 360, end: 1320, stops: 20 }]
  // One visit that is 80 km away, in the other direction than a town.
  const customers = [farAway(0, 23.3), ...Array.from({ length: 14 }, (_, at) => farAway(at, 24.6))]
  const problem = { start: { latitude: 24, longitude: 72 }, days, customers, length: 1 }
  expect(costOfLeavingOut(customers[0]!, 1)).toBeLessThan(2 * 77 * 1.3 * costPerKilometre)
  const plan = await solved(problem, 1)
  check(problem, plan)
  expect(plan.figures.planned).toBe(15)
})
