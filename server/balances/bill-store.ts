import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Bill } from '#domain/balances/bills.ts'
import { keyOfBill } from '#domain/balances/balance-row.ts'
import { daysBetween } from '#domain/dates/dates.ts'
import type { Condition, Db, Tx } from '../store/dialect.ts'
import { padToBucket } from '../store/query/prepared.ts'
import { putSetting, readSetting } from '../store/settings.ts'
import { inParts } from '../store/records/record-sets.ts'

/** A customer whose bills or balance are uploaded. */
export interface BookCustomer {
  id: string
  code: string
  /** Days until a bill is due. */
  termDays: number
}

/**
 * The customers that exist, by their keys; locked in key order, so that concurrent uploads do not deadlock.
 */
export async function bookCustomers(
  db: Db,
  keys: readonly string[],
  lock: string,
  limit: Condition | undefined,
): Promise<ReadonlyMap<string, BookCustomer>> {
  const rows = await db
    .selectFrom('customer')
    .$if(limit !== undefined, (query) => query.where(limit!.test()))
    .select(['natural_key', 'id', 'customer_code', 'payment_term_code'])
    .where('natural_key', 'in', keys)
    .orderBy('natural_key')
    .modifyEnd(sql.raw(lock))
    .execute()
  const days = await termDaysOf(
    db,
    rows.map((row) => row.payment_term_code),
  )
  return new Map(
    rows.map((row) => [
      row.natural_key,
      { id: row.id, code: row.customer_code, termDays: days.get(row.payment_term_code) ?? 0 },
    ]),
  )
}

export async function termDaysOf(db: Db, terms: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const codes = [...new Set(terms)]
  if (codes.length === 0) return new Map()
  const rows = await db
    .selectFrom('payment_term')
    .select(['payment_term_code', 'payment_term_days'])
    .where('payment_term_code', 'in', padToBucket(codes))
    .execute()
  return new Map(rows.map((row) => [row.payment_term_code, Number(row.payment_term_days)]))
}

/** The bills of these customers that were ever uploaded, by customer and key of the bill. */
export async function billsOf(
  db: Db,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, Map<string, Bill>>> {
  const found = new Map<string, Map<string, Bill>>()
  for (const part of inParts([...customerIds], idsAtOnce)) {
    const rows = await db
      .selectFrom('bill')
      .select(['customer_id', 'bill_key', 'bill_number', 'bill_date', 'amount', 'as_of'])
      .where('customer_id', 'in', padToBucket(part))
      .execute()
    for (const row of rows) {
      const own = found.get(row.customer_id) ?? new Map<string, Bill>()
      found.set(row.customer_id, own)
      own.set(row.bill_key, {
        Bill_Number: row.bill_number,
        Bill_Date: row.bill_date,
        Amount: row.amount / 100,
        As_Of: row.as_of,
      })
    }
  }
  return found
}

const idsAtOnce = 500
const rowsAtOnce = 200

/** A day as a number, to which the days of the payment term are added. */
export const dayNumber = (day: string): number => daysBetween('1970-01-01', day)

export async function saveBills(tx: Tx, bills: readonly { customerId: string; bill: Bill }[]): Promise<void> {
  for (const part of inParts(bills, rowsAtOnce))
    await tx
      .insertInto('bill')
      .values(
        part.map(({ customerId, bill }) => ({
          customer_id: customerId,
          bill_key: keyOfBill(bill.Bill_Number),
          bill_number: bill.Bill_Number,
          bill_date: bill.Bill_Date,
          bill_day: dayNumber(bill.Bill_Date),
          amount: Math.round(bill.Amount * 100),
          as_of: bill.As_Of,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['customer_id', 'bill_key']).doUpdateSet((eb) => ({
          bill_number: eb.ref('excluded.bill_number'),
          bill_date: eb.ref('excluded.bill_date'),
          bill_day: eb.ref('excluded.bill_day'),
          amount: eb.ref('excluded.amount'),
          as_of: eb.ref('excluded.as_of'),
        })),
      )
      .execute()
}

/** What the accounts say about a day, in rupees. */
export interface BookBalance {
  customerId: string
  day: string
  amount: number
}

/** Stores balances of days, or the sums of the bills of complete files; a later upload of the same day replaces them. */
export async function saveBookBalances(
  tx: Tx,
  of: 'total' | 'bills',
  balances: readonly BookBalance[],
): Promise<void> {
  for (const part of inParts(balances, rowsAtOnce))
    await tx
      .insertInto('book_balance')
      .values(
        part.map(({ customerId, day, amount }) => ({
          customer_id: customerId,
          as_of: day,
          total: of === 'total' ? Math.round(amount * 100) : null,
          bills: of === 'bills' ? Math.round(amount * 100) : null,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['customer_id', 'as_of'])
          .doUpdateSet((eb) =>
            of === 'total' ? { total: eb.ref('excluded.total') } : { bills: eb.ref('excluded.bills') },
          ),
      )
      .execute()
}

/** The customers whose whole balance of this day is known. */
export async function customersWithTotal(
  db: Db,
  days: readonly { customerId: string; day: string }[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const [day, own] of Map.groupBy(days, (each) => each.day))
    for (const part of inParts(own, idsAtOnce)) {
      const rows = await db
        .selectFrom('book_balance')
        .select('customer_id')
        .where('as_of', '=', day)
        .where('total', 'is not', null)
        .where('customer_id', 'in', padToBucket(part.map(({ customerId }) => customerId)))
        .execute()
      for (const row of rows) found.add(row.customer_id)
    }
  return found
}

/** The last day whose file listed all open bills; null: there is none. Bills that only earlier files had are settled. */
export async function lastCompleteDay(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('complete_bill_day')
    .select((eb) => eb.fn.max<string | null>('as_of').as('day'))
    .executeTakeFirst()
  return row?.day ?? null
}

export async function saveCompleteDay(tx: Tx, { day, at }: { day: string; at: Date }): Promise<void> {
  await tx
    .insertInto('complete_bill_day')
    .values({ as_of: day, at: at.toISOString() })
    .onConflict((conflict) => conflict.column('as_of').doNothing())
    .execute()
}

const uploadedAt = 'billsChangedAt'

/** Bills have no history, so figures that are kept until a change ask when they were last uploaded. */
export const markBillUpload = (tx: Tx, at: Date): Promise<void> =>
  putSetting(tx, uploadedAt, `${at.toISOString()} ${randomUUID()}`, at)

export const lastBillUpload = (db: Db): Promise<string | undefined> => readSetting(db, uploadedAt)

/** Open bills that only files before this day had, by the keys of customer and bill. */
export async function missingSince(
  db: Db,
  day: string,
  before: string | null,
): Promise<{ customerKey: string; billKey: string }[]> {
  const rows = await db
    .selectFrom('bill')
    .innerJoin('customer', 'customer.id', 'bill.customer_id')
    .select(['customer.natural_key', 'bill.bill_key'])
    .where('bill.as_of', '<', day)
    .where('bill.amount', '>', 0)
    .$if(before !== null, (query) => query.where('bill.as_of', '>=', before!))
    .execute()
  return rows.map((row) => ({ customerKey: row.natural_key, billKey: row.bill_key }))
}

/** Keys of customers with bills that only files before this day had. */
export async function customersToSettle(db: Db, day: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bill')
    .innerJoin('customer', 'customer.id', 'bill.customer_id')
    .select('customer.natural_key')
    .distinct()
    .where('bill.as_of', '<', day)
    .orderBy('customer.natural_key')
    .execute()
  return rows.map((row) => row.natural_key)
}
