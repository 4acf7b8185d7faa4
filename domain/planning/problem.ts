import type { GeoPoint } from '../catalogue/kinds/place.ts'
import { kilometresBetween } from '../visits/stop-order.ts'

// What is planned: the working days of one employee and the customers that fall due. Minutes are those since midnight.

/** A working day. */
export interface PlanDay {
  date: string
  /** The day, counted from the first day of the period; days off are left out, so the numbers have gaps. */
  number: number
  start: number
  end: number
  /** The most stops. */
  stops: number
}

export interface PlanCustomer {
  code: string
  place: GeoPoint
  /** The due day, counted from the first day of the period; negative when it is overdue by then. */
  due: number
  /** The first day on which a visit makes sense. */
  earliest: number
  /** The cost of each day that the visit is late. */
  weight: number
  minutes: number
  /** An appointment, which is kept: the index of its day, and when the visit starts. */
  fixed?: { day: number; at: number }
}

export interface PlanProblem {
  /** Where each day begins and ends. */
  start: GeoPoint
  days: readonly PlanDay[]
  customers: readonly PlanCustomer[]
  /** Days of the period, with the days off. */
  length: number
}

/** For each day the customers, by index, in order. */
export type Assignment = readonly (readonly number[])[]

/** Roads are longer than the straight line by about this factor. */
const roadFactor = 1.3
export const kilometresPerHour = 35
/** The cost of a kilometre, in days of a customer of weight 1 that is late. */
export const costPerKilometre = 0.85
/** A visit that is left out costs its days until the end of the period, and these. */
export const leftOutDays = 4
export const leftOutCost = 30

/** Estimated from the straight line. */
export const roadKilometres = (one: GeoPoint, other: GeoPoint): number =>
  kilometresBetween(one, other) * roadFactor

export const travelMinutes = (kilometres: number): number => (kilometres / kilometresPerHour) * 60

/** Days late within the period: what was late before is not changed by any plan. */
export const daysLateOn = ({ due }: Pick<PlanCustomer, 'due'>, number: number): number =>
  Math.max(0, number - Math.max(due, 0))

/** The weight of the days that a visit is late; undefined: it is left out, and late until the period has ended. */
export const latenessOf = (
  customer: Pick<PlanCustomer, 'due' | 'weight'>,
  number: number | undefined,
  length: number,
): number => customer.weight * daysLateOn(customer, number ?? length)

/** The cost of leaving out a visit: above a detour of 40 km, and more for each day and point of urgency. */
export const costOfLeavingOut = (customer: PlanCustomer, length: number): number =>
  latenessOf(customer, undefined, length) + customer.weight * leftOutDays + leftOutCost

/** The cost of a visit on a day, besides its travel. */
export const costOnDay = (customer: PlanCustomer, day: PlanDay, length: number): number =>
  latenessOf(customer, day.number, length)

/** Distances between the start (the last index) and the customers. */
export interface Distances {
  between: (one: number, other: number) => number
  /** The index of the start. */
  start: number
  /** All distances, row by row, for the loops that would call `between` most. */
  table: Float64Array
}

export function distancesOf({ start, customers }: Pick<PlanProblem, 'start' | 'customers'>): Distances {
  const places = [...customers.map(({ place }) => place), start]
  const count = places.length
  const table = new Float64Array(count * count)
  for (let one = 0; one < count; one++)
    for (let other = one + 1; other < count; other++) {
      const kilometres = roadKilometres(places[one]!, places[other]!)
      table[one * count + other] = kilometres
      table[other * count + one] = kilometres
    }
  return { between: (one, other) => table[one * count + other]!, start: count - 1, table }
}

export interface PlanFigures {
  cost: number
  lateness: number
  kilometres: number
  planned: number
}

/** The figures of an assignment whose days are in a feasible order. */
export function figuresOf(problem: PlanProblem, distances: Distances, days: Assignment): PlanFigures {
  const { customers, length } = problem
  const dayOf = new Map(
    days.flatMap((stops, day) => stops.map((stop) => [stop, problem.days[day]!] as const)),
  )
  let lateness = 0
  let cost = 0
  for (const [at, customer] of customers.entries()) {
    const day = dayOf.get(at)
    lateness += latenessOf(customer, day?.number, length)
    cost += day ? costOnDay(customer, day, length) : costOfLeavingOut(customer, length)
  }
  const kilometres = days.reduce((sum, stops) => sum + tourLength(distances, stops), 0)
  return { cost: cost + kilometres * costPerKilometre, lateness, kilometres, planned: dayOf.size }
}

export function tourLength({ between, start }: Distances, stops: readonly number[]): number {
  if (stops.length === 0) return 0
  let sum = between(start, stops[0]!) + between(stops.at(-1)!, start)
  for (let at = 1; at < stops.length; at++) sum += between(stops[at - 1]!, stops[at]!)
  return sum
}
