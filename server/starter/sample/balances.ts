import { addDays } from '#domain/dates/dates.ts'
import type { Balance } from '#domain/balances/balance.ts'
import { visitedCustomers, type VisitedCustomer } from './customers/customers.ts'

/** The balance of a customer at the nth visit, as of the day before. */
export function balanceAtVisit(customer: VisitedCustomer, at: number, nth: number): Omit<Balance, 'As_Of'> {
  const n = at * 5 + nth * 3
  const Receivable =
    (customer.isBusiness ? 18_500 : 2_400) + ((n * 7919) % 61) * (customer.isBusiness ? 2_150 : 260)
  return { Receivable, Overdue: (at + nth) % 3 === 0 ? 0 : Math.round(Receivable * 0.3) }
}

export const asOfVisit = (today: string, daysAgo: number): string => addDays(today, -daysAgo - 1)

interface SampleBalances {
  code: string
  /** Oldest first. */
  balances: Balance[]
}

const latestDaysAgo = 3

/** Balances before each of the last visits and a few days ago; none for customers never visited. */
export function sampleBalances(today: string): SampleBalances[] {
  return visitedCustomers.flatMap((customer, at) => {
    const { visits } = customer
    if (visits.length === 0) return []
    const before = visits
      .map((daysAgo, nth): Balance => ({
        As_Of: asOfVisit(today, daysAgo),
        ...balanceAtVisit(customer, at, nth),
      }))
      .slice(-3)
    const latest = { As_Of: addDays(today, -latestDaysAgo), ...balanceAtVisit(customer, at, visits.length) }
    // Some customers have paid everything since.
    const last = at % 6 === 4 ? { ...latest, Receivable: 0, Overdue: 0 } : latest
    return [{ code: customer.code, balances: before.at(-1)!.As_Of < last.As_Of ? [...before, last] : before }]
  })
}
