import { judgePromise, type BookDay, type PromiseState } from '#domain/balances/promises.ts'
import type { LastPromise } from '#domain/visits/reasons.ts'
import type { Db } from '../store/dialect.ts'
import { padToBucket } from '../store/query/prepared.ts'

/** A promise to pay as a visit has it. */
interface PromiseOfVisit {
  Visited_On: string | null
  Promised_Amount: number | null
  Promised_On: string | null
}

/** A promise, and what became of it. */
export type JudgedPromise = Omit<LastPromise, 'state'> & { state: PromiseState }

/** What is computed when a visit is saved, never taken from the request. */
export interface ComputedMoney {
  Promise_State: PromiseState | null
  /** The day of a visit with a collection or a promise, by which they are listed. */
  Money_On: string | null
}

export async function computeMoney(db: Db, visit: Readonly<Record<string, unknown>>): Promise<ComputedMoney> {
  const text = (name: string): string | null => (typeof visit[name] === 'string' ? visit[name] : null)
  const amount = (name: string): number | null => (typeof visit[name] === 'number' ? visit[name] : null)
  const promised = {
    Visited_On: text('Visited_On'),
    Promised_Amount: amount('Promised_Amount'),
    Promised_On: text('Promised_On'),
  }
  const hasPromise = promised.Promised_Amount !== null
  const code = text('Customer_Code')
  const books = hasPromise && code !== null ? await bookDaysOf(db, [code]) : new Map<string, BookDay[]>()
  return {
    Promise_State: hasPromise ? stateBy(promised, books.get(code ?? '') ?? []) : null,
    Money_On: hasPromise || amount('Collected_Amount') !== null ? promised.Visited_On : null,
  }
}

/** By what is known about the customer of the visit. */
export const stateBy = (
  { Visited_On, Promised_Amount, Promised_On }: PromiseOfVisit,
  books: readonly BookDay[],
): PromiseState =>
  Visited_On === null || Promised_Amount === null || Promised_On === null
    ? 'open'
    : judgePromise({ madeOn: Visited_On, amount: Promised_Amount, by: Promised_On }, books)

/**
 * What the accounts said these customers owed, day by day, by their codes. A complete file of bills without a customer says that a customer
 * with bills owed nothing.
 */
export async function bookDaysOf(db: Db, codes: readonly string[]): Promise<ReadonlyMap<string, BookDay[]>> {
  if (codes.length === 0) return new Map()
  const customers = await db
    .selectFrom('customer')
    .leftJoin('balance', 'balance.customer_code', 'customer.customer_code')
    .select(['customer.id', 'customer.customer_code', 'balance.as_of', 'balance.receivable'])
    .where('customer.customer_code', 'in', padToBucket([...codes]))
    .execute()
  const ids = customers.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('book_balance')
    .select(['customer_id', 'as_of', 'total', 'bills'])
    .where('customer_id', 'in', padToBucket(ids))
    .execute()
  const withBills = await db
    .selectFrom('bill')
    .select('customer_id')
    .distinct()
    .where('customer_id', 'in', padToBucket(ids))
    .execute()
  const complete = await db.selectFrom('complete_bill_day').select('as_of').execute()
  const hasBills = new Set(withBills.map((row) => row.customer_id))
  const known = Map.groupBy(rows, (row) => row.customer_id)
  return new Map(
    customers.map((customer) => {
      const own = known.get(customer.id) ?? []
      const days = own.map((row): BookDay => ({
        day: row.as_of,
        amount: (row.total ?? row.bills ?? 0) / 100,
      }))
      const settled = hasBills.has(customer.id) ? complete.map((row) => row.as_of) : []
      const stated = new Set(days.map(({ day }) => day))
      for (const day of settled) if (!stated.has(day)) days.push({ day, amount: 0 })
      // A balance of a version that did not keep each day.
      if (days.length === 0 && customer.as_of !== null && !hasBills.has(customer.id))
        days.push({ day: customer.as_of, amount: (customer.receivable ?? 0) / 100 })
      return [customer.customer_code, days]
    }),
  )
}

/** What these customers promised last, by their codes, unless it was kept. */
export async function lastPromisesOf(
  db: Db,
  codes: readonly string[],
): Promise<ReadonlyMap<string, LastPromise>> {
  const unkept = [...(await latestPromisesOf(db, codes))].flatMap(([code, { amount, by, state }]) =>
    state === 'kept' ? [] : [[code, { amount, by, state }] as const],
  )
  return new Map(unkept)
}

/** What these customers promised last and what became of it, by their codes. */
export async function latestPromisesOf(
  db: Db,
  codes: readonly string[],
): Promise<ReadonlyMap<string, JudgedPromise>> {
  const found = new Map<string, JudgedPromise>()
  if (codes.length === 0) return found
  const rows = await db
    .selectFrom('visit')
    .select(['customer_code', 'promised_amount', 'promised_on', 'promise_state'])
    .where('customer_code', 'in', padToBucket([...codes]))
    .where('money_on', 'is not', null)
    .where('promised_amount', 'is not', null)
    .orderBy('money_on')
    .orderBy('id')
    .execute()
  for (const { customer_code: code, promised_amount: paise, promised_on: by, promise_state: state } of rows) {
    if (code === null || paise === null || by === null) continue
    if (state === null) found.delete(code)
    else found.set(code, { amount: paise / 100, by, state })
  }
  return found
}
