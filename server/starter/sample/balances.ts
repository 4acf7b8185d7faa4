import { addDays } from '#domain/dates.ts'
import type { Balance } from '#domain/visits/balance.ts'
import { visitedCustomers, type VisitedCustomer } from './customers.ts'

/** What a customer owed when the nth visit was made, as the books had it the day before. */
export function owedAt(customer: VisitedCustomer, at: number, nth: number): Omit<Balance, 'As_Of'> {
  const n = at * 5 + nth * 3
  const Receivable =
    (customer.isBusiness ? 18_500 : 2_400) + ((n * 7919) % 61) * (customer.isBusiness ? 2_150 : 260)
  return { Receivable, Overdue: (at + nth) % 3 === 0 ? 0 : Math.round(Receivable * 0.3) }
}

export const asOfVisit = (today: string, daysAgo: number): string => addDays(today, -daysAgo - 1)

interface SampleBalances {
  code: string
  /** The oldest first. */
  balances: Balance[]
}

const daysOld = 3

/** What the books said before each of the last visits, and a few days ago. Nothing of those who were never visited. */
export function sampleBalances(today: string): SampleBalances[] {
  return visitedCustomers.flatMap((customer, at) => {
    const { visits } = customer
    if (visits.length === 0) return []
    const before = visits
      .map((daysAgo, nth): Balance => ({ As_Of: asOfVisit(today, daysAgo), ...owedAt(customer, at, nth) }))
      .slice(-3)
    const latest = { As_Of: addDays(today, -daysOld), ...owedAt(customer, at, visits.length) }
    // Some have paid everything since.
    const last = at % 6 === 4 ? { ...latest, Receivable: 0, Overdue: 0 } : latest
    return [{ code: customer.code, balances: before.at(-1)!.As_Of < last.As_Of ? [...before, last] : before }]
  })
}
