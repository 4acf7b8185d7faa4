import { addDays } from '#domain/dates/dates.ts'
import { daysOf } from '#domain/planning/period.ts'
import type { PlanProblem } from '#domain/planning/problem.ts'
import { earliestOf, numberOfDay, weightOf } from '#domain/planning/urgency.ts'
import { balanceOf, enteredLastVisit, intervalOf } from '../../scripts/sample/people.ts'
import { chance } from '../../scripts/sample/chance.ts'
import { weekdayOf } from '#domain/visits/working-days.ts'

const part = (n: number, salt: number): number => chance(n, salt) / 2 ** 32

/**
 * The customers of the sample (their intervals, last visits and balances), of one employee of twenty: in towns of a district
 * of about 100 km, most of them in the larger towns.
 */
export function problemOfEmployee(
  employee: number,
  customers: number,
  days = 31,
  first = '2026-12-01',
): PlanProblem {
  const towns = Array.from({ length: 30 }, (_, at) => {
    const town = employee * 1000 + at
    return { latitude: 23.4 + part(town, 201), longitude: 71.7 + part(town, 202) }
  })
  const period = { From_Date: first, To_Date: addDays(first, days - 1) }
  const all = Array.from({ length: customers }, (_, at) => {
    const n = employee * customers + at + 1
    const town = towns[Math.floor(towns.length * part(n, 203) ** 2)]!
    const interval = intervalOf(n)
    const today = addDays(first, -10)
    const last = enteredLastVisit(n, today).day
    const due = numberOfDay(first, last === null ? today : addDays(last, interval))
    const overdue = Number(balanceOf(n, today)[0]?.['Overdue'] ?? 0)
    return {
      code: `C${n}`,
      place: {
        latitude: town.latitude + (part(n, 204) - 0.5) * 0.06,
        longitude: town.longitude + (part(n, 205) - 0.5) * 0.06,
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
      stops: 12,
    })),
    customers: all.filter(({ due }) => due < days),
  }
}
