import { expect, it } from 'vitest'
import { greedyPlan } from '../greedy.ts'
import type { SolveProgram } from '../mip.ts'
import { distancesOf, figuresOf, type PlanCustomer, type PlanProblem } from '../problem.ts'
import { isFeasible } from '../route.ts'
import { randomNumbers, solvePlan, type SolvedPlan } from '../solve-plan.ts'
import { Tours } from './tours.ts'

/** Four towns in a district, most visits overdue. */
function district(seed: number, count: number, dayCount: number, stops: number): PlanProblem {
  const random = randomNumbers(seed)
  const towns = Array.from({ length: 4 }, () => ({
    latitude: 23.6 + random() * 0.8,
    longitude: 72 + random() * 0.8,
  }))
  const length = dayCount + 4
  return {
    start: towns[0]!,
    length,
    days: Array.from({ length: dayCount }, (_, number) => ({
      date: `day ${number}`,
      number,
      start: 540,
      end: 1080,
      stops,
    })),
    customers: Array.from({ length: count }, (_, at): PlanCustomer => {
      const town = towns[Math.floor(random() * towns.length)]!
      const due = Math.floor(random() * (length + 20)) - 20
      return {
        code: `C${at}`,
        place: {
          latitude: town.latitude + (random() - 0.5) * 0.2,
          longitude: town.longitude + (random() - 0.5) * 0.2,
        },
        due,
        earliest: Math.max(0, due - 5),
        weight: 1 + random() * 4,
        minutes: 20,
      }
    }),
  }
}

const noProgram: SolveProgram = () => ({ values: undefined, bound: -Infinity, isOptimal: false })

/** Solved in a number of rounds instead of a time: the clock goes on by a millisecond whenever it is read. */
function solveByRounds(problem: PlanProblem, seconds: number): SolvedPlan {
  let reads = 0
  return solvePlan(problem, { solve: noProgram, clock: () => reads++, seconds })
}

it('is much less late than a greedy plan and travels less, within 90,000 rounds, and the same each time', () => {
  const sums = { late: 0, lateGreedy: 0, way: 0, wayGreedy: 0 }
  for (const seed of [1, 2, 3]) {
    const problem = district(seed, 200, 12, 14)
    const distances = distancesOf(problem)
    const greedy = figuresOf(problem, distances, greedyPlan(problem, distances))
    const plan = solveByRounds(problem, 0.4)
    for (const [day, stops] of plan.days.entries())
      expect(isFeasible(distances, problem.customers, problem.days[day]!, stops)).toBe(true)
    sums.late += plan.figures.lateness
    sums.lateGreedy += greedy.lateness
    sums.way += plan.figures.kilometres
    sums.wayGreedy += greedy.kilometres
    if (seed === 1) expect(solveByRounds(problem, 0.4).days).toEqual(plan.days)
  }
  // Measured: 0.724 and 0.891. Another order of random numbers changes both by about 0.01.
  expect(sums.late / sums.lateGreedy).toBeLessThan(0.75)
  expect(sums.way / sums.wayGreedy).toBeLessThan(0.93)
}, 120_000)

it('knows the cost of the plan after each change, and undoes changes', () => {
  const base = district(7, 40, 4, 6)
  const customers = base.customers.map((each, at): PlanCustomer =>
    at < 2 ? { ...each, earliest: 0, fixed: { day: at, at: 700 } } : each,
  )
  const problem = { ...base, customers }
  const distances = distancesOf(problem)
  const start = problem.days.map((_, day) => (day < 2 ? [day] : []))
  const tours = new Tours(problem, distances)
  const random = randomNumbers(1)
  const pick = (count: number): number => Math.floor(random() * count)
  tours.load(start)
  let undone = 0
  for (let round = 0; round < 2000; round++) {
    const before = { days: tours.assignment(), cost: tours.cost }
    tours.begin()
    for (let step = 0; step < 6; step++) {
      const stop = 2 + pick(customers.length - 2)
      if (tours.dayOf[stop]! < 0) tours.insert(stop, Infinity, 0, random)
      else if (random() < 0.5) tours.remove(stop)
    }
    const [one, other] = [pick(4), pick(4)]
    if (one !== other && tours.costOfExchange(one, other) < Infinity) tours.exchange(one, other)
    tours.shorten()
    const days = tours.assignment()
    expect(tours.cost).toBeCloseTo(figuresOf(problem, distances, days).cost, 6)
    for (const [day, stops] of days.entries()) {
      expect(isFeasible(distances, customers, problem.days[day]!, stops)).toBe(true)
      for (const stop of stops) expect(tours.dayOf[stop]).toBe(day)
    }
    if (random() < 0.5) continue
    tours.undo()
    undone++
    expect(tours.assignment()).toEqual(before.days)
    expect(tours.cost).toBe(before.cost)
  }
  expect(undone).toBeGreaterThan(500)
})
