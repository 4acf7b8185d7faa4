import { boundOf } from './bound.ts'
import { allColumns, chooseColumns } from './choose-days.ts'
import { DayBuilder, fillDays } from './build-day.ts'
import { greedyPlan } from './greedy.ts'
import { maxVisits } from './limits.ts'
import { bestOrder } from './route.ts'
import { LocalSearch } from './search/local-search.ts'
import type { SolveProgram } from './mip.ts'
import {
  distancesOf,
  figuresOf,
  type Assignment,
  type Distances,
  type PlanFigures,
  type PlanProblem,
} from './problem.ts'

export interface SolveOptions {
  solve: SolveProgram
  /** Milliseconds since any fixed moment. */
  clock: () => number
  seconds: number
  /** The share of the time that is over, between 0 and 1. */
  onProgress?: (share: number, figures: PlanFigures) => void
  /** Cancels the search; the best plan found until then is returned. */
  isCancelled?: () => boolean
}

export interface SolvedPlan {
  days: Assignment
  figures: PlanFigures
  /** No plan costs less. */
  bound: number
  /** No plan costs less than this one, without the visits added because there was room, by a larger share of its cost. */
  gap: number
  /** More visits than this fit in no order. */
  atMost: number
  isCancelled: boolean
}

/** A repeatable source of random numbers (mulberry32), so that the same problem has the same plan. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** How much more a plan may cost than the one before, at the beginning and at the end of the search, in days of a normal customer. */
const heats = { first: 2, last: 0.1 } as const
/** After each of them, what was left out although there was room is added. */
const searchSteps = 8
/** The share of the time after which the search ends; the best orders of the days come then. */
const searchEnd = 0.97
/** Small problems end earlier: after so many rounds hardly anything better is found. */
const roundsPerCustomer = 3000

/**
 * Proposes which customers are visited on which day in which order. Small problems are solved exactly: all sets of stops of
 * each day are columns of one program. For larger ones there is a local search.
 * No visit that is left out fits into a day of the plan.
 */
export function solvePlan(problem: PlanProblem, options: SolveOptions): SolvedPlan {
  const { clock, isCancelled = () => false } = options
  const distances = distancesOf(problem)
  const begin = clock()
  const elapsed = (): number => (clock() - begin) / 1000 / options.seconds
  const greedy = greedyPlan(problem, distances)
  const small = allColumns(problem, distances)
  if (small) {
    const all = { columns: small, start: fillDays(problem, distances, greedy) }
    const { days, isOptimal } = chooseColumns(problem, distances, all, (program) =>
      options.solve(program, { seconds: options.seconds, gap: 1e-6, shouldStop: isCancelled }),
    )
    if (isOptimal) return solved(days, figuresOf(problem, distances, days).cost)
  }
  const bound = boundOf(problem, distances, {
    known: figuresOf(problem, distances, greedy).cost,
    goesOn: () => !isCancelled() && elapsed() < 0.06,
  })
  const builder = new DayBuilder(problem, distances)
  const search = new LocalSearch(problem, distances, builder)
  const random = randomNumbers(problem.customers.length + 1)
  const built = builder.plan(() => !isCancelled() && elapsed() < 0.3)
  let days = better(problem, distances, greedy, built)
  const maxRounds = roundsPerCustomer * problem.customers.length
  const done = (): number => Math.max(elapsed() / searchEnd, search.rounds / maxRounds)
  const begun = done()
  for (let step = 1; step <= searchSteps && !isCancelled(); step++) {
    options.onProgress?.(Math.min(1, done()), figuresOf(problem, distances, days))
    const end = begun + ((1 - begun) * step) / searchSteps
    const heat = (): number | undefined => {
      const share = done()
      return isCancelled() || share >= end ? undefined : heats.first * (heats.last / heats.first) ** share
    }
    days = search.run(step === 1 ? days : search.complete(days), { random, heat })
  }
  return solved(days, bound)

  function solved(found: Assignment, noLessThan: number): SolvedPlan {
    const cheapest = withBestOrders(problem, distances, found)
    const plan = withBestOrders(problem, distances, fillDays(problem, distances, cheapest))
    return {
      days: plan,
      figures: figuresOf(problem, distances, plan),
      bound: noLessThan,
      gap: gapOf(figuresOf(problem, distances, cheapest).cost, noLessThan),
      atMost: maxVisits(problem, distances),
      isCancelled: isCancelled(),
    }
  }
}

const gapOf = (cost: number, bound: number): number =>
  cost <= 0 ? 0 : Math.max(0, Math.min(1, (cost - bound) / cost))

const better = (problem: PlanProblem, distances: Distances, one: Assignment, other: Assignment): Assignment =>
  figuresOf(problem, distances, other).cost < figuresOf(problem, distances, one).cost ? other : one

/** The same visits with the best order of each day. */
function withBestOrders(problem: PlanProblem, distances: Distances, days: Assignment): Assignment {
  const ordered = days.map(
    (stops, day) => bestOrder(distances, problem.customers, problem.days[day]!, stops) ?? stops,
  )
  return figuresOf(problem, distances, ordered).cost <= figuresOf(problem, distances, days).cost
    ? ordered
    : days
}
