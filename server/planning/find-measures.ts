import type { Measure } from '#domain/planning/report.ts'
import type { PlanProblem } from '#domain/planning/problem.ts'
import type { SolvedPlan } from '#domain/planning/solve-plan.ts'
import { kilometresBetween } from '#domain/visits/stop-order.ts'
import { parseGeoPoint } from '#domain/catalogue/kinds/place.ts'
import type { Context } from '../core/context.ts'
import { territoryFilter } from '../core/territory-filter.ts'
import {
  buildInput,
  customersOf,
  dueDayOf,
  planInput,
  todayOf,
  type CandidateRow,
  type PlanInput,
  type Subject,
} from './plan-input.ts'

type SolveAgain = (problem: PlanProblem) => Promise<SolvedPlan>

const plannedIn = ({ figures }: SolvedPlan): number => figures.planned

/** What would make more visits fit; each is solved again with the change, and left out when it does not help. */
export async function findMeasures(
  ctx: Context,
  subject: Subject,
  input: PlanInput,
  solved: SolvedPlan,
  solve: SolveAgain,
): Promise<Measure[]> {
  const { due } = input
  const planned = plannedIn(solved)
  if (planned >= due.size || input.problem.days.length === 0) return []
  const found = [
    await moreStops(input, planned, solve),
    await longerInterval(ctx, subject, input, solved, solve),
    await handOver(ctx, subject, input, solved, solve),
  ]
  return found.filter((measure) => measure !== undefined)
}

const maxMore = 4

/** The fewest further stops a day with which all visits fit; else the most that help. */
async function moreStops(input: PlanInput, planned: number, solve: SolveAgain): Promise<Measure | undefined> {
  const { problem, due, days } = input
  const missing = due.size - planned
  const least = Math.max(1, Math.min(maxMore, Math.ceil(missing / problem.days.length)))
  let best: Measure | undefined
  for (let more = least; more <= Math.min(maxMore, least + 1); more++) {
    const wider = problem.days.map((day) => ({ ...day, stops: day.stops + more }))
    const count = plannedIn(await solve({ ...problem, days: wider }))
    if (count <= (best?.planned ?? planned)) continue
    best = { kind: 'more stops', more, stops: days.hours.stopsPerDay + more, planned: count, due: due.size }
    if (count >= due.size) break
  }
  return best
}

const leftOutOf = ({ problem, due }: PlanInput, { days }: SolvedPlan): CandidateRow[] => {
  const planned = new Set(days.flat().map((at) => problem.customers[at]!.code))
  return [...due.values()].filter(({ row }) => !planned.has(row.customer_code)).map(({ row }) => row)
}

/** The city with the most customers that do not fit. */
function worstCity(rows: readonly CandidateRow[]): string | undefined {
  const byCity = Map.groupBy(rows, (row) => row.city_code)
  return [...byCity].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0]
}

/** Half as many days again between the visits of a city. */
async function longerInterval(
  ctx: Context,
  subject: Subject,
  input: PlanInput,
  solved: SolvedPlan,
  solve: SolveAgain,
): Promise<Measure | undefined> {
  const city = worstCity(leftOutOf(input, solved))
  if (city === undefined) return undefined
  const ofCity = [...input.due.values()].map(({ row }) => row).filter((row) => row.city_code === city)
  const byInterval = Map.groupBy(
    ofCity.filter((row) => row.planned_at === null),
    (row) => row.visit_in_days,
  )
  const [from, customers] =
    [...byInterval].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? []
  if (from === undefined || !customers) return undefined
  const to = Math.ceil((from * 1.5) / 5) * 5
  const today = todayOf(ctx)
  const changed = customers.filter((row) => dueDayOf(today, row, to) > subject.To_Date)
  if (changed.length === 0) return undefined
  const codes = new Set(changed.map((row) => row.customer_code))
  const rows = [...input.due.values()]
    .map(({ row }) => row)
    .map((row) => (codes.has(row.customer_code) ? { ...row, visit_in_days: to } : row))
  const other = buildInput(ctx, subject, input.days, rows, [])
  const planned = plannedIn(await solve(other.problem))
  if (other.due.size - planned >= input.due.size - plannedIn(solved)) return undefined
  const cityName = changed[0]!.city_name
  return {
    kind: 'longer interval',
    city,
    cityName,
    from,
    to,
    codes: [...codes],
    planned,
    due: other.due.size,
  }
}

/** Customers of a city that do not fit, to the nearest employee who has time for them besides all of their own. */
async function handOver(
  ctx: Context,
  subject: Subject,
  input: PlanInput,
  solved: SolvedPlan,
  solve: SolveAgain,
): Promise<Measure | undefined> {
  const left = leftOutOf(input, solved)
  const city = worstCity(left)
  const rows = left.filter((row) => row.city_code === city && row.planned_at === null)
  if (rows.length === 0) return undefined
  const place = parseGeoPoint(rows[0]!.own_place ?? rows[0]!.city_place ?? '')
  for (const neighbour of await neighboursOf(ctx, subject.Employee_Number, place)) {
    const theirs = { ...subject, Employee_Number: neighbour.number }
    const before = await planInput(ctx, theirs)
    if (before.problem.days.length === 0) continue
    const own = await customersOf(ctx, neighbour.number, subject.From_Date)
    const withRows = buildInput(ctx, theirs, before.days, [...own, ...rows], [])
    const both = await solve(withRows.problem)
    const kept = new Set(both.days.flat().map((at) => withRows.problem.customers[at]!.code))
    if ([...before.due.keys()].some((code) => !kept.has(code))) continue
    const codes = rows.map((row) => row.customer_code).filter((code) => kept.has(code))
    if (codes.length === 0) continue
    const given = new Set(codes)
    const remaining = [...input.due.values()]
      .map(({ row }) => row)
      .filter((row) => !given.has(row.customer_code))
    const rest = buildInput(ctx, subject, input.days, remaining, [])
    const planned = plannedIn(await solve(rest.problem))
    if (rest.due.size - planned >= input.due.size - plannedIn(solved)) continue
    return {
      kind: 'hand over',
      cityName: rows[0]!.city_name,
      employee: neighbour.number,
      employeeName: neighbour.name,
      codes,
      planned,
      due: rest.due.size,
    }
  }
  return undefined
}

const maxNeighbours = 2

/** The employees with customers whose cities are nearest. */
async function neighboursOf(
  ctx: Context,
  employee: string,
  place: ReturnType<typeof parseGeoPoint>,
): Promise<{ number: string; name: string }[]> {
  const limit = territoryFilter(ctx, 'employee', 'employee')
  const rows = await ctx.store.read
    .selectFrom('employee')
    .leftJoin('city_place', 'city_place.city_code', 'employee.city_code')
    .select(['employee.employee_number', 'employee.name', 'city_place.place'])
    .where('employee.employee_number', '<>', employee)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('assignment')
          .select('assignment.id')
          .whereRef('assignment.employee_number', '=', 'employee.employee_number'),
      ),
    )
    .$if(limit !== undefined, (employees) => employees.where(limit!.test()))
    .orderBy('employee.natural_key')
    .limit(500)
    .execute()
  const distanceOf = (text: string | null): number => {
    const other = parseGeoPoint(text ?? '')
    return place && other ? kilometresBetween(place, other) : Number.MAX_VALUE
  }
  return rows
    .toSorted((one, other) => distanceOf(one.place) - distanceOf(other.place))
    .slice(0, maxNeighbours)
    .map((row) => ({ number: row.employee_number, name: row.name }))
}
