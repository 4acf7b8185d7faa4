import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import type { BalanceReportRow } from '#domain/api/money/balances.ts'
import type { Balance } from '#domain/balances/balance.ts'
import { keyOfBill } from '#domain/balances/balance-row.ts'
import { ageingOf, isOpen, overdueIn, type Bill } from '#domain/balances/bills.ts'
import type { Context } from '../core/context.ts'
import { territoryFilter } from '../core/territory-filter.ts'
import type { RecordValues } from '#domain/catalogue/entity.ts'
import type { RecordChange } from '../store/records/record-sets.ts'
import type { RecordWriter } from '../store/records/records.ts'
import { balancesByKey } from './balance-store.ts'
import { outcomeOfBill, type KeyedBill } from './bill-answer.ts'
import {
  billsOf,
  bookCustomers,
  customersWithTotal,
  lastCompleteDay,
  saveBills as storeBills,
  saveBookBalances,
  type BookCustomer,
} from './bill-store.ts'
import { judgePromises } from './judge-promises.ts'
import { withFormerCode } from './find-customers.ts'

/** Batches of about this size, with all rows of a customer in one, because the balance of the customer is their sum. */
export function batchesByCustomer(rows: readonly KeyedBill[], size: number): KeyedBill[][] {
  const batches: KeyedBill[][] = []
  let batch: KeyedBill[] = []
  for (const [, own] of [...Map.groupBy(rows, ({ key }) => key)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    batch.push(...own)
    if (batch.length < size) continue
    batches.push(batch)
    batch = []
  }
  return batch.length > 0 ? [...batches, batch] : batches
}

/** By customer and bill, what a dry run would have saved. */
export type DryRunBills = Map<string, Bill>

/** In the order of their days, so that the latest is saved last. */
const byDay = (rows: readonly KeyedBill[]): KeyedBill[] =>
  rows.toSorted((one, other) =>
    one.bill.As_Of === other.bill.As_Of ? one.line - other.line : one.bill.As_Of < other.bill.As_Of ? -1 : 1,
  )

const keysIn = (rows: readonly KeyedBill[]): string[] => [...new Set(rows.map(({ key }) => key))]

export async function dryRunOfBills(
  ctx: Context,
  rows: readonly KeyedBill[],
  saved: DryRunBills,
): Promise<BalanceReportRow[]> {
  const limit = territoryFilter(ctx, 'customer', 'customer')
  const customers = await bookCustomers(ctx.store.read, keysIn(rows), '', limit)
  const stored = await billsOf(
    ctx.store.read,
    [...customers.values()].map(({ id }) => id),
  )
  return byDay(rows).map((row) => {
    const customer = customers.get(row.key)
    const key = keyOfBill(row.bill.Bill_Number)
    const name = JSON.stringify([row.key, key])
    const before = saved.get(name) ?? (customer && stored.get(customer.id)?.get(key))
    const result = outcomeOfBill(row, customer, before)
    if (result.outcome === 'new' || result.outcome === 'changed') saved.set(name, row.bill)
    return withFormerCode(row, result)
  })
}

/** Saves the bills of some customers, and the balances that follow from them. `completeDay`: the rows are of a complete file. */
export async function saveBills(
  ctx: Context,
  writer: RecordWriter<RecordNamed<'balance'>>,
  rows: readonly KeyedBill[],
  completeDay: string | undefined,
): Promise<BalanceReportRow[]> {
  const { tx } = writer
  const limit = territoryFilter(ctx, 'customer', 'customer')
  const customers = await bookCustomers(tx, keysIn(rows), ctx.store.dialect.updateLock, limit)
  const ids = [...customers.values()].map(({ id }) => id)
  const stored = new Map(await billsOf(tx, ids))
  const changed = new Map<string, { customerId: string; bill: Bill }>()
  const report = byDay(rows).map((row) => {
    const customer = customers.get(row.key)
    const own = customer && (stored.get(customer.id) ?? new Map<string, Bill>())
    const key = keyOfBill(row.bill.Bill_Number)
    const result = outcomeOfBill(row, customer, own?.get(key))
    if (own && (result.outcome === 'new' || result.outcome === 'changed')) {
      own.set(key, row.bill)
      stored.set(customer.id, own)
      changed.set(JSON.stringify([customer.id, key]), { customerId: customer.id, bill: row.bill })
    }
    return withFormerCode(row, result)
  })
  await storeBills(tx, [...changed.values()])
  if (completeDay !== undefined) await saveSumsOfFile(writer, rows, customers)
  await saveBalances(ctx, writer, customers, completeDay)
  await judgePromises(
    ctx,
    tx,
    [...customers.values()].map(({ code }) => code),
  )
  return report
}

/** A complete file says what each of its customers owed on its day. */
async function saveSumsOfFile(
  { tx }: RecordWriter<RecordNamed<'balance'>>,
  rows: readonly KeyedBill[],
  customers: ReadonlyMap<string, BookCustomer>,
): Promise<void> {
  const sums = [...Map.groupBy(rows, ({ key }) => key)].flatMap(([key, own]) => {
    const customer = customers.get(key)
    if (!customer) return []
    const paise = own.reduce((sum, { bill }) => sum + Math.round(bill.Amount * 100), 0)
    return [{ customerId: customer.id, day: own[0]!.bill.As_Of, amount: paise / 100 }]
  })
  await saveBookBalances(tx, 'bills', sums)
}

/**
 * The balances of these customers from their open bills, unless the accounts said what the whole balance was on the same day or later. It
 * follows from what is stored only, so that files may be uploaded in any order.
 */
export async function saveBalances(
  ctx: Context,
  writer: RecordWriter<RecordNamed<'balance'>>,
  customers: ReadonlyMap<string, BookCustomer>,
  day: string | undefined,
): Promise<void> {
  if (customers.size === 0) return
  const { tx } = writer
  const lastComplete = await lastCompleteDay(tx)
  const completeDay = day !== undefined && (lastComplete === null || day > lastComplete) ? day : lastComplete
  const bills = await billsOf(
    tx,
    [...customers.values()].map(({ id }) => id),
  )
  const stored = await balancesByKey(tx, [...customers.keys()], ctx.store.dialect.updateLock)
  const found = [...customers].flatMap(([key, customer]) => {
    const balance = balanceFrom([...(bills.get(customer.id)?.values() ?? [])], customer.termDays, completeDay)
    const record = stored.get(key)
    const isNewer = balance && (!record || record.As_Of <= balance.As_Of)
    return isNewer ? [{ customer, balance, record }] : []
  })
  const withTotal = await customersWithTotal(
    tx,
    found.map(({ customer, balance }) => ({ customerId: customer.id, day: balance.As_Of })),
  )
  const created: RecordValues[] = []
  const changed: RecordChange[] = []
  for (const { customer, balance, record } of found) {
    const isSame =
      record &&
      record.As_Of === balance.As_Of &&
      record.Receivable === balance.Receivable &&
      record.Overdue === balance.Overdue
    if (isSame || withTotal.has(customer.id)) continue
    const values = { Customer_Code: customer.code, ...balance }
    if (record) changed.push({ current: record, values: { ...record, ...values } })
    else created.push(values)
  }
  if (changed.length > 0) await writer.updateMany(changed)
  await writer.many().insert(created)
}

/** What a customer owes by its bills, on the day of the last file; undefined without bills. */
export function balanceFrom(
  bills: readonly Bill[],
  termDays: number,
  completeDay: string | null,
): Balance | undefined {
  const [latest] = [...bills.map(({ As_Of }) => As_Of), ...(completeDay === null ? [] : [completeDay])]
    .toSorted()
    .slice(-1)
  if (bills.length === 0 || latest === undefined) return undefined
  const ageing = ageingOf(
    bills.filter((bill) => isOpen(bill, completeDay)),
    termDays,
    latest,
  )
  const Overdue = overdueIn(ageing)
  return {
    As_Of: latest,
    Receivable: (Math.round(Overdue * 100) + Math.round(ageing.notDue * 100)) / 100,
    Overdue,
  }
}
