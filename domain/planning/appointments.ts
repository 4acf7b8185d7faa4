import type { PlanNote } from './report.ts'
import { distancesOf, type PlanCustomer, type PlanProblem } from './problem.ts'
import { timesOf } from './route.ts'
import { timeOfDay } from './working-time.ts'

/** An appointment as it was made, whether it can be kept or not. */
export interface Appointment {
  code: string
  day: string
  /** Minutes since midnight. */
  at: number
}

interface Kept {
  customers: PlanCustomer[]
  notes: PlanNote[]
}

/**
 * Fixes the appointments that can be kept together. One that cannot is not planned; a note says why, and the planned visit
 * itself stays as it is.
 */
export function withAppointments(
  problem: Omit<PlanProblem, 'customers'> & { customers: readonly PlanCustomer[] },
  appointments: readonly Appointment[],
  reasonOff: (day: string) => string,
): Kept {
  const { days } = problem
  const customers = new Map(problem.customers.map((customer) => [customer.code, customer]))
  const notes: PlanNote[] = []
  const kept = days.map((): PlanCustomer[] => [])
  const inTime = appointments.toSorted((one, other) => one.at - other.at)
  for (const { code, day, at } of inTime) {
    const customer = customers.get(code)
    if (!customer) continue
    customers.delete(code)
    const index = days.findIndex(({ date }) => date === day)
    const planDay = days[index]
    if (!planDay) {
      notes.push({ kind: 'appointment off', code, day, reason: reasonOff(day) })
      continue
    }
    const time = timeOfDay(at)
    if (at < planDay.start || at + customer.minutes > planDay.end) {
      const [start, end] = [timeOfDay(planDay.start), timeOfDay(planDay.end)]
      notes.push({ kind: 'appointment outside', code, day, time, start, end })
      continue
    }
    const others = kept[index]!
    if (others.length >= planDay.stops) {
      notes.push({ kind: 'appointment too many', code, day, stops: planDay.stops })
      continue
    }
    const fixed = { ...customer, fixed: { day: index, at } }
    const together = [...others, fixed]
    const distances = distancesOf({ start: problem.start, customers: together })
    if (!timesOf(distances, together, planDay, [...together.keys()])) {
      const other = others.at(-1)
      if (other) notes.push({ kind: 'appointments clash', code, other: other.code, day, time })
      else {
        const [start, end] = [timeOfDay(planDay.start), timeOfDay(planDay.end)]
        notes.push({ kind: 'appointment outside', code, day, time, start, end })
      }
      continue
    }
    others.push(fixed)
  }
  return { customers: [...kept.flat(), ...customers.values()], notes }
}
