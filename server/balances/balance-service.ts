import { entities, type RecordNamed } from '#domain/catalogue/catalogue.ts'
import { dayIn } from '#domain/dates/moments.ts'
import type {
  BalanceAnswer,
  BalanceReport,
  BalanceReportRow,
  BalanceSummary,
} from '#domain/api/money/balances.ts'
import type { Balance } from '#domain/balances/balance.ts'
import type { RawBalanceRow } from '#domain/balances/balance-file.ts'
import { readUploadedRow, type BalanceRow, type BillRow } from '#domain/balances/balance-row.ts'
import { yieldToEventLoop } from '../base/yield-to-event-loop.ts'
import type { Context } from '../core/context.ts'
import { territoryFilter } from '../core/territory-filter.ts'
import { requireRight, gate } from '../core/gate.ts'
import type { Condition, Db, Tx } from '../store/dialect.ts'
import { readerFor } from '../store/long-reads.ts'
import type { RecordWriter, Records } from '../store/records/records.ts'
import { inParts } from '../store/records/record-sets.ts'
import { outcomeOf, failedRows, type StoredBalance, type KeyedBalance } from './balance-answer.ts'
import { balancesByKey, sumOfBalances } from './balance-store.ts'
import { withoutRepeated } from './bill-answer.ts'
import { batchesByCustomer, dryRunOfBills, saveBills, type DryRunBills } from './bill-service.ts'
import { bookCustomers, markBillUpload, saveBookBalances, type BookCustomer } from './bill-store.ts'
import { checkComplete, finishComplete } from './complete-file.ts'
import { judgePromises } from './judge-promises.ts'
import { findCustomers, withFormerCode } from './find-customers.ts'

interface Upload {
  rows: readonly RawBalanceRow[]
  /** The day of rows without a day of their own. */
  asOf: string | undefined
  /** The rows list all open bills of the firm. */
  isComplete: boolean
  /** Dry run: report the outcomes, and write nothing. */
  isDryRun: boolean
}

/** Rows per transaction: few enough that other writers do not wait long. */
const batchSize = 200

/**
 * Uploads balances and bills from the accounts. Every row gets an outcome; valid rows are saved even if others are not. Rows are
 * saved in the order of their day, so that the history of a file with several days is in order.
 */
export async function uploadBalances(ctx: Context, upload: Upload): Promise<BalanceAnswer> {
  requireRight(ctx, 'update', 'balance')
  const records = gate(ctx, 'create', 'balance')
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const report: BalanceReportRow[] = []
  const balanceRows: BalanceRow[] = []
  const billRows: BillRow[] = []
  for (const row of upload.rows) {
    const read = readUploadedRow(row, { asOf: upload.asOf, today })
    if (typeof read === 'string')
      report.push({ line: row.line, customer: customerLabel(row), outcome: 'wrong', sentence: read })
    else if ('bill' in read) billRows.push(read)
    else balanceRows.push(read)
  }
  const keyed: KeyedBalance[] = await findCustomers(ctx, balanceRows, report)
  const inOrder = keyed.toSorted(
    (one, other) => compare(one.balance.As_Of, other.balance.As_Of) || one.line - other.line,
  )
  markRepeated(inOrder)
  const bills = withoutRepeated(await findCustomers(ctx, billRows, report), report)
  const complete = upload.isComplete ? checkComplete(ctx, bills, report) : null
  const work = { ctx, records, isDryRun: upload.isDryRun, report }
  // A dry run writes nothing, so what it would have written is remembered here.
  const dryRunBalances = new Map<string, StoredBalance>()
  await inBatches(work, inParts(inOrder, batchSize), (rows) =>
    upload.isDryRun ? dryRun(ctx, rows, dryRunBalances) : saveWithRetry(ctx, records, rows),
  )
  const dryRunBills: DryRunBills = new Map()
  const day = complete && 'day' in complete ? complete.day : undefined
  await inBatches(work, batchesByCustomer(bills, batchSize), (rows) =>
    upload.isDryRun
      ? dryRunOfBills(ctx, rows, dryRunBills)
      : records.transaction((writer) => saveBills(ctx, writer, rows, day)),
  )
  if (bills.length > 0 && !upload.isDryRun) await ctx.store.transaction((tx) => markBillUpload(tx, ctx.now()))
  const counts: BalanceReport['counts'] = {
    new: 0,
    changed: 0,
    same: 0,
    older: 0,
    unknown: 0,
    wrong: 0,
    repeated: 0,
    failed: 0,
  }
  for (const { outcome } of report) counts[outcome]++
  const rows = report.toSorted((one, other) => one.line - other.line)
  return {
    isDryRun: upload.isDryRun,
    // The old name of `isDryRun`, sent for one release.
    isTrial: upload.isDryRun,
    counts,
    rows,
    complete: complete && (await finishComplete(work, complete, counts.failed)),
  }
}

interface UploadWork {
  ctx: Context
  records: Records<RecordNamed<'balance'>>
  isDryRun: boolean
  report: BalanceReportRow[]
}

/** Runs the batches and reports their rows. */
async function inBatches<R extends Pick<BalanceRow, 'line' | 'code'>>(
  { ctx, isDryRun, report }: UploadWork,
  batches: readonly (readonly R[])[],
  run: (rows: readonly R[]) => Promise<BalanceReportRow[]>,
): Promise<void> {
  for (const [at, rows] of batches.entries()) {
    try {
      report.push(...(await run(rows)))
    } catch (error) {
      const failure = ctx.store.dialect.explain(error)
      if (isDryRun || !failure) throw error
      ctx.log.error({ err: error }, 'rows of a balance upload could not be saved')
      // Earlier batches are saved, so their report must not be lost. If nothing can be saved, the remaining batches are
      // not tried.
      const isFatal = failure.kind === 'unavailable' || failure.kind === 'full'
      report.push(...failedRows(isFatal ? batches.slice(at).flat() : rows, failure.kind))
      if (isFatal) break
    }
    await yieldToEventLoop()
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

const customerLabel = ({ Customer_Code: code, Erp_Code: erp }: RawBalanceRow): string => {
  const [name] = [code, erp].filter((each) => typeof each === 'string' || typeof each === 'number')
  return String(name ?? '').slice(0, 60)
}

function markRepeated(rows: readonly KeyedBalance[]): void {
  const first = new Map<string, KeyedBalance>()
  for (const row of rows) {
    const dayAndKey = `${row.balance.As_Of} ${row.key}`
    const before = first.get(dayAndKey)
    if (before) row.repeats = before
    else first.set(dayAndKey, row)
  }
}

async function dryRun(
  ctx: Context,
  rows: readonly KeyedBalance[],
  dryRunBalances: Map<string, StoredBalance>,
): Promise<BalanceReportRow[]> {
  const { customers, stored } = await readBatch(
    ctx.store.read,
    rows,
    '',
    territoryFilter(ctx, 'customer', 'customer'),
  )
  const report: BalanceReportRow[] = []
  for (const row of rows) {
    const outcomeRow = outcomeOf(row, customers, dryRunBalances.get(row.key) ?? stored.get(row.key))
    if (shouldSave(outcomeRow)) dryRunBalances.set(row.key, { balance: row.balance })
    report.push(withFormerCode(row, outcomeRow))
  }
  return report
}

async function saveWithRetry(
  ctx: Context,
  records: Records<RecordNamed<'balance'>>,
  rows: readonly KeyedBalance[],
  attempts = 2,
): Promise<BalanceReportRow[]> {
  try {
    return await records.transaction((writer) => saveBatch(ctx, writer, rows))
  } catch (error) {
    // Another user entered the first balance of one of these customers meanwhile: retry as an update.
    if (attempts > 1 && records.duplicatedFields(error))
      return saveWithRetry(ctx, records, rows, attempts - 1)
    throw error
  }
}

async function saveBatch(
  ctx: Context,
  writer: RecordWriter<RecordNamed<'balance'>>,
  rows: readonly KeyedBalance[],
): Promise<BalanceReportRow[]> {
  const { customers, stored } = await readBatch(
    writer.tx,
    rows,
    ctx.store.dialect.updateLock,
    territoryFilter(ctx, 'customer', 'customer'),
  )
  const report: BalanceReportRow[] = []
  for (const row of rows) {
    const { record } = stored.get(row.key) ?? {}
    const outcomeRow = outcomeOf(row, customers, stored.get(row.key))
    report.push(withFormerCode(row, outcomeRow))
    if (!shouldSave(outcomeRow)) continue
    const values = { Customer_Code: outcomeRow.customer, ...row.balance }
    const saved = record ? await writer.update(record, values) : await writer.insert(values)
    stored.set(row.key, { balance: row.balance, record: saved })
  }
  const known = rows.flatMap(({ key, balance, repeats }) => {
    const customer = customers.get(key)
    return customer && !repeats
      ? [{ customerId: customer.id, day: balance.As_Of, amount: balance.Receivable }]
      : []
  })
  await saveBookBalances(writer.tx, 'total', known)
  await judgePromises(
    ctx,
    writer.tx,
    [...customers.values()].map(({ code }) => code),
  )
  return report
}

/** Locks the customers first, as everywhere, so that concurrent uploads are serialized. */
async function readBatch(
  db: Db | Tx,
  rows: readonly KeyedBalance[],
  lock: string,
  limit: Condition | undefined,
): Promise<{ customers: ReadonlyMap<string, BookCustomer>; stored: Map<string, StoredBalance> }> {
  const keys = [...new Set(rows.map(({ key }) => key))]
  const customers = await bookCustomers(db, keys, lock, limit)
  const balances = await balancesByKey(db, keys, lock)
  const stored = [...balances].map(([key, record]): [string, StoredBalance] => [
    key,
    { balance: balanceIn(record), record },
  ])
  return { customers, stored: new Map(stored) }
}

const balanceIn = ({ As_Of, Receivable, Overdue }: RecordNamed<'balance'>): Balance => ({
  As_Of,
  Receivable,
  Overdue,
})

const shouldSave = ({ outcome }: BalanceReportRow): boolean => outcome === 'new' || outcome === 'changed'

export async function summariseBalances(ctx: Context): Promise<BalanceSummary> {
  requireRight(ctx, 'read', 'balance')
  const { read, dialect } = ctx.store
  return sumOfBalances(
    await readerFor(read, dialect, entities.balance),
    territoryFilter(ctx, 'balance', 'balance'),
  )
}
