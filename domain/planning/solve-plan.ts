import { boundOf } from './bound.ts'
import { allColumns, chooseColumns, Columns, withLimits } from './choose-days.ts'
import { DayBuilder, fillDays } from './build-day.ts'
import { greedyPlan } from './greedy.ts'
import { maxVisits } from './limits.ts'
import { LocalSearch, withBestOrders } from './local-search.ts'
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

const maxHeat = 0.001
const maxColumns = 3000
/** Search and choice alternate: each choice combines the days that the searches found. */
const phases = [
  { search: 0.42, choice: 0.14 },
  { search: 0.22, choice: 0.1 },
] as const

/** The share of the time after which the search ends; the best orders of the days come then. */
const searchEnd = 0.97

/**
 * Proposes which customers are visited on which day in which order. Small problems are solved exactly: all sets of stops of
 * each day are columns of one program. Larger ones alternate between a local search and the program over the days it found.
 * No visit that is left out fits into a day of the plan.
 */
export function solvePlan(problem: PlanProblem, options: SolveOptions): SolvedPlan {
  const { clock, isCancelled = () => false } = options
  const distances = distancesOf(problem)
  const begin = clock()
  const elapsed = (): number => (clock() - begin) / 1000 / options.seconds
  const isOver = (until: number): boolean => isCancelled() || elapsed() >= until
  const limits =
    (share: number, gap: number): (() => Parameters<SolveProgram>[1]) =>
    () => ({
      seconds: Math.max(0.2, share * options.seconds),
      gap,
      shouldStop: () => isCancelled(),
    })
  const builder = new DayBuilder(problem, distances)
  const search = new LocalSearch(problem, distances, builder)
  const greedy = greedyPlan(problem, distances)
  const small = allColumns(problem, distances)
  if (small) {
    const solve = withLimits(options.solve, limits(1, 1e-6))
    const all = { columns: small, start: fillDays(problem, distances, greedy), areAll: true }
    const { days, isOptimal } = chooseColumns(problem, distances, all, solve)
    if (isOptimal) return solved(days, figuresOf(problem, distances, days).cost)
  }
  const bound = boundOf(problem, distances, {
    known: figuresOf(problem, distances, greedy).cost,
    goesOn: () => !isOver(0.06),
  })
  const columns = new Columns(distances, maxColumns)
  const random = randomNumbers(problem.customers.length + 1)
  const built = builder.plan(
    (day, stops) => columns.add(day, stops),
    () => !isOver(0.3),
  )
  let days = better(problem, distances, greedy, built)
  const heat = (): number => maxHeat * Math.max(0, 1 - elapsed() / 0.85) ** 2
  const report = (): void => options.onProgress?.(Math.min(1, elapsed()), figuresOf(problem, distances, days))
  report()
  let until = elapsed()
  // On a slow processor the days above took longer: the phases share what is left.
  const wanted = phases.reduce((sum, each) => sum + each.search + each.choice, 0)
  const scale = Math.max(0, Math.min(1, (searchEnd - until) / wanted))
  for (const phase of phases) {
    const [share, choice] = [phase.search * scale, phase.choice * scale]
    until += share
    for (let step = 1; step <= 8; step++) {
      const stepEnd = until - share + (share * step) / 8
      const goesOn = (): boolean => !isOver(stepEnd)
      days = search.run(days, { random, goesOn, heat, onDay: (day, stops) => columns.add(day, stops) })
      report()
    }
    if (isCancelled()) break
    days = better(problem, distances, days, chooseFrom(columns, choice))
    until = elapsed()
    report()
  }
  const rest = { random, goesOn: () => !isOver(searchEnd), heat: () => 0, onDay: () => {} }
  return solved(search.run(days, rest), bound)

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

  function chooseFrom(found: Columns, share: number): Assignment {
    for (const [day, stops] of days.entries()) found.add(day, stops)
    const solve = withLimits(options.solve, limits(share, 0.001))
    return chooseColumns(problem, distances, { columns: found.all(), start: days }, solve).days
  }
}

const gapOf = (cost: number, bound: number): number =>
  cost <= 0 ? 0 : Math.max(0, Math.min(1, (cost - bound) / cost))

const better = (problem: PlanProblem, distances: Distances, one: Assignment, other: Assignment): Assignment =>
  figuresOf(problem, distances, other).cost < figuresOf(problem, distances, one).cost ? other : one
