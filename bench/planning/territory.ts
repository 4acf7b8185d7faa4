import { parseGeoPoint, type GeoPoint } from '#domain/catalogue/kinds/place.ts'
import { addDays } from '#domain/dates/dates.ts'
import { daysOf } from '#domain/planning/period.ts'
import type { PlanProblem } from '#domain/planning/problem.ts'
import { earliestOf, numberOfDay, weightOf } from '#domain/planning/urgency.ts'
import { kilometresBetween } from '#domain/visits/stop-order.ts'
import { weekdayOf } from '#domain/visits/working-days.ts'
import { cityPlaces } from '#server/starter/sample/territory/city-places.ts'
import { chance } from '../../scripts/sample/chance.ts'
import { balanceOf, enteredLastVisit, intervalOf } from '../../scripts/sample/people.ts'

export const employeeCount = 20
const customersEach = 500
const part = (n: number, salt: number): number => chance(n, salt) / 2 ** 32

/** Where the customers of an employee are, and how many stops a day has. */
export interface Territory {
  name: string
  stops: number
  /** The first one is the start. */
  townsOf: (employee: number) => readonly GeoPoint[]
  /** The town of a customer, as a share of the list; above 1 the first towns have more. */
  power: number
  /** The customers of a town are within so many degrees. */
  spread: number
}

/** The towns of Gujarat of the sample, cut into areas of neighbouring towns; the start is the most central one. */
const areas = cut(
  cityPlaces.slice(0, 62).map(({ Place }) => parseGeoPoint(Place)!),
  employeeCount,
).map((towns) => {
  const toOthers = (one: GeoPoint): number =>
    towns.reduce((sum, other) => sum + kilometresBetween(one, other), 0)
  return towns.toSorted((one, other) => toOthers(one) - toOthers(other))
})

function cut(towns: readonly GeoPoint[], count: number): GeoPoint[][] {
  if (count === 1) return [[...towns]]
  const rangeOf = (of: (town: GeoPoint) => number): number =>
    Math.max(...towns.map(of)) - Math.min(...towns.map(of))
  const north = (town: GeoPoint): number => town.latitude
  const east = (town: GeoPoint): number => town.longitude
  const along = rangeOf(north) > rangeOf(east) ? north : east
  const sorted = towns.toSorted((one, other) => along(one) - along(other))
  const first = Math.floor(count / 2)
  const at = Math.round((towns.length * first) / count)
  return [...cut(sorted.slice(0, at), first), ...cut(sorted.slice(at), count - first)]
}

/** Thirty towns anywhere in a district of 100 km, most customers in the first ones. */
const scattered = (employee: number): GeoPoint[] =>
  Array.from({ length: 30 }, (_, at) => {
    const town = employee * 1000 + at
    return { latitude: 23.4 + part(town, 201), longitude: 71.7 + part(town, 202) }
  })

export const territories: readonly Territory[] = [
  {
    name: 'towns of the sample, 18 stops a day',
    stops: 18,
    townsOf: (employee) => areas[(employee - 1) % areas.length]!,
    power: 1,
    spread: 0.2,
  },
  {
    name: 'scattered district, 12 stops a day',
    stops: 12,
    townsOf: scattered,
    power: 2,
    spread: 0.06,
  },
]

/** The customers of the sample (their intervals, last visits and balances), of one employee of twenty. */
export function problemOfEmployee(
  { stops, townsOf, power, spread }: Territory,
  employee: number,
  { days = 31, first = '2026-12-01', customers = customersEach } = {},
): PlanProblem {
  const towns = townsOf(employee)
  const period = { From_Date: first, To_Date: addDays(first, days - 1) }
  const all = Array.from({ length: customers }, (_, at) => {
    const n = employee * customers + at + 1
    const town = towns[Math.floor(towns.length * part(n, 203) ** power)]!
    const interval = intervalOf(n)
    const today = addDays(first, -10)
    const last = enteredLastVisit(n, today).day
    const due = numberOfDay(first, last === null ? today : addDays(last, interval))
    const overdue = Number(balanceOf(n, today)[0]?.['Overdue'] ?? 0)
    return {
      code: `C${n}`,
      place: {
        latitude: town.latitude + (part(n, 204) - 0.5) * spread,
        longitude: town.longitude + (part(n, 205) - 0.5) * spread,
      },
      due,
      earliest: earliestOf(due, interval),
      weight: weightOf(-due, overdue),
      minutes: 20,
    }
  })
  const working = daysOf(period).filter((day) => weekdayOf(day) !== 'sunday')
  return {
    start: towns[0]!,
    length: days,
    days: working.map((date) => ({
      date,
      number: numberOfDay(first, date),
      start: 9 * 60,
      end: 18 * 60,
      stops,
    })),
    customers: all.filter(({ due }) => due < days),
  }
}

/** The largest month that is guaranteed: 300 customers that fall due, over 24 working days. */
export function largestMonth(employee: number): PlanProblem {
  const month = problemOfEmployee(territories[0]!, employee, { days: 28, customers: 400 })
  return { ...month, customers: month.customers.slice(0, 300) }
}
