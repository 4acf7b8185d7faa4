import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { ageingBuckets, mapAgeing, noAgeing, type Ageing, type AgeingBucket } from '#domain/balances/bills.ts'
import { addDays } from '#domain/dates/dates.ts'
import type { Condition, Db } from '../store/dialect.ts'
import { padToBucket } from '../store/query/prepared.ts'
import { dayNumber } from './bill-store.ts'

/** The day on which a bill is due, as a number. */
export const dueDayColumn = sql<number>`(bill.bill_day + cast(payment_term.payment_term_days as integer))`

/** As `isOpen` says, for a row of bills. */
export const isOpenBill = sql<SqlBool>`(bill.amount > 0
  and bill.as_of >= coalesce((select max(as_of) from complete_bill_day), ''))`

/** The first and the last due day of a bucket, as numbers. */
function daysOf(bucket: AgeingBucket, today: string): { from: number; to: number } {
  const { from, to } = ageingBuckets.find(({ name }) => name === bucket)!
  return {
    from: to === null ? 0 : dayNumber(addDays(today, -to)),
    to: from === null ? farDay : dayNumber(addDays(today, -from)),
  }
}

/** Later than any due day, with the longest payment term. */
const farDay = 1_000_000

/** The amounts of open bills by bucket, in paise. */
export const sumsByBucket = (today: string): RawBuilder<unknown> =>
  sql.join(
    ageingBuckets.map(({ name }) => {
      const { from, to } = daysOf(name, today)
      return sql`sum(case when ${dueDayColumn} between ${from} and ${to} then bill.amount else 0 end) as ${sql.ref(name)}`
    }),
  )

/** PostgreSQL returns the sum of large integers as text; a sum of no rows is null. */
export type BucketSums = Record<AgeingBucket, number | string | null>

/** In rupees. */
export const toAgeing = (sums: BucketSums): Ageing =>
  mapAgeing(noAgeing(), (_, bucket) => {
    const sum = sums[bucket]
    return Number(sum ?? 0) / 100
  })

export const addAgeing = (one: Ageing, other: Ageing): Ageing =>
  mapAgeing(one, (amount, bucket) => (Math.round(amount * 100) + Math.round(other[bucket] * 100)) / 100)

/** The ageing of customers with bills, by their ids. */
export async function ageingOfCustomers(
  db: Db,
  ids: readonly string[],
  today: string,
): Promise<ReadonlyMap<string, Ageing>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<
    BucketSums & { id: string }
  >`select bill.customer_id as id, ${sumsByBucket(today)}
    from bill join customer on customer.id = bill.customer_id
    join payment_term on payment_term.payment_term_code = customer.payment_term_code
    where bill.customer_id in (${sql.join(padToBucket([...ids]))}) and ${isOpenBill}
    group by bill.customer_id`.execute(db)
  return new Map(rows.map(({ id, ...sums }) => [id, toAgeing(sums)]))
}

/** Customers with an open bill of this bucket, as a condition on the table of customers. */
export function hasBillOf(bucket: AgeingBucket, today: string): Condition {
  const { from, to } = daysOf(bucket, today)
  return {
    cacheKey: 'bill due between',
    parameters: [from, to],
    test: () => sql<SqlBool>`exists (select 1 from bill join payment_term
      on payment_term.payment_term_code = customer.payment_term_code
      where bill.customer_id = customer.id and ${isOpenBill} and ${dueDayColumn} between ${from} and ${to})`,
  }
}

/** Customers that owe more than their credit limit, as a condition on the table of customers. */
export const isAboveLimit: Condition = {
  cacheKey: 'above credit limit',
  parameters: [],
  test: () => sql<SqlBool>`(customer.credit_limit is not null and exists (select 1 from balance as limited
    where limited.customer_code = customer.customer_code and limited.receivable > customer.credit_limit))`,
}

export interface OpenBillRow {
  bill_number: string
  bill_date: string
  amount: number
  as_of: string
  due_day: number
}

/** More open bills of a customer than these are not listed; their amounts are in the ageing. */
export const maxListedBills = 200

/** The open bills of a customer, the longest due first. */
export async function openBillsOf(db: Db, customerId: string): Promise<OpenBillRow[]> {
  const { rows } = await sql<OpenBillRow>`select bill.bill_number, bill.bill_date, bill.amount, bill.as_of,
      ${dueDayColumn} as due_day
    from bill join customer on customer.id = bill.customer_id
    join payment_term on payment_term.payment_term_code = customer.payment_term_code
    where bill.customer_id = ${customerId} and ${isOpenBill}
    order by due_day, bill.bill_key limit ${sql.lit(maxListedBills)}`.execute(db)
  return rows
}

/** Customers with a promise to pay in this state, as a condition on the table of customers. */
export const hasPromise = (state: 'open' | 'broken'): Condition => ({
  cacheKey: 'promise in state',
  parameters: [state],
  test: () => sql<SqlBool>`exists (select 1 from visit as promised where promised.customer_code = customer.customer_code
    and promised.money_on is not null and promised.promise_state = ${state})`,
})
