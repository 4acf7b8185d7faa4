import type { Program, ProgramSolution, Row } from './mip.ts'
import {
  costOfLeavingOut,
  costOnDay,
  costPerKilometre,
  tourLength,
  type Assignment,
  type Distances,
  type PlanProblem,
} from './problem.ts'
import { bestOrder } from './route.ts'

/** The stops of one day, in order: a column of the program that chooses one for each day. */
export interface Column {
  day: number
  stops: readonly number[]
}

const keyOf = (day: number, stops: readonly number[]): string =>
  `${day}:${stops.toSorted((one, other) => one - other).join()}`

export interface Chosen {
  days: Assignment
  /** Whether no other choice of these columns is better. */
  isOptimal: boolean
}

/**
 * Chooses a column for each day so that each customer is visited at most once: a set packing program. With all columns there are, no
 * visit is left out that fits into a day.
 */
export function chooseColumns(
  problem: PlanProblem,
  distances: Distances,
  { columns, start }: { columns: readonly Column[]; start: Assignment },
  solve: (program: Program) => ProgramSolution,
): Chosen {
  const { customers, days, length } = problem
  const costs = columns.map(({ day, stops }) => {
    const saved = stops.reduce(
      (sum, stop) =>
        sum + costOnDay(customers[stop]!, days[day]!, length) - costOfLeavingOut(customers[stop]!, length),
      0,
    )
    return saved + tourLength(distances, stops) * costPerKilometre
  })
  const ofDay = days.map((): number[] => [])
  const ofCustomer = customers.map((): number[] => [])
  for (const [at, { day, stops }] of columns.entries()) {
    ofDay[day]!.push(at)
    for (const stop of stops) ofCustomer[stop]!.push(at)
  }
  const rows = [...ofDay, ...ofCustomer]
    .filter((indices) => indices.length > 0)
    .map((indices) => ({ upper: 1, indices, values: indices.map(() => 1) }))
  const usesRoom = rowsOfRoom(columns, ofDay, ofCustomer)
  const started = new Set(start.map((stops, day) => keyOf(day, stops)))
  const startValues = columns.map(({ day, stops }) => (started.has(keyOf(day, stops)) ? 1 : 0))
  const { values, isOptimal } = solve({
    costs,
    rows: [...rows, ...usesRoom],
    isWhole: true,
    start: startValues,
  })
  if (!values) return { days: start, isOptimal: false }
  const chosen = days.map((): readonly number[] => [])
  for (const [at, { day, stops }] of columns.entries()) if (values[at]! > 0.5) chosen[day] = stops
  return { days: chosen, isOptimal }
}

/**
 * For each day and visit that it has a column with: the visit is made, or the stops of the day are some to which it cannot be added.
 * A part of the stops of a day fits as well, so a day without stops is not among these.
 */
function rowsOfRoom(
  columns: readonly Column[],
  ofDay: readonly (readonly number[])[],
  ofCustomer: readonly (readonly number[])[],
): Row[] {
  const keys = new Set(columns.map(({ day, stops }) => keyOf(day, stops)))
  return ofDay.flatMap((onDay, day) => {
    const visits = new Set(onDay.flatMap((at) => columns[at]!.stops))
    return [...visits].map((visit) => {
      const isFull = (at: number): boolean => !keys.has(keyOf(day, [...columns[at]!.stops, visit]))
      const indices = [...new Set([...ofCustomer[visit]!, ...onDay.filter(isFull)])]
      return { upper: -1, indices, values: indices.map(() => -1) }
    })
  })
}

/** Up to so many columns all of them are enumerated, and the plan is the best there is. */
export const maxAllColumns = 3000

/** Every feasible set of stops of every day; undefined when there are too many. */
export function allColumns(problem: PlanProblem, distances: Distances): Column[] | undefined {
  const { customers, days } = problem
  const columns: Column[] = []
  for (const [day, planDay] of days.entries()) {
    const allowed = [...customers.keys()].filter((at) => {
      const { earliest, fixed } = customers[at]!
      return fixed ? fixed.day === day : earliest <= planDay.number
    })
    const fixed = allowed.filter((at) => customers[at]!.fixed)
    const free = allowed.filter((at) => !customers[at]!.fixed)
    if (2 ** free.length > maxAllColumns) return undefined
    for (let set = 0; set < 2 ** free.length; set++) {
      const stops = [...fixed, ...free.filter((_, bit) => set & (1 << bit))]
      if (stops.length === 0 || stops.length > planDay.stops) continue
      const order = bestOrder(distances, customers, planDay, stops)
      if (order) columns.push({ day, stops: order })
      if (columns.length > maxAllColumns) return undefined
    }
  }
  return columns
}
