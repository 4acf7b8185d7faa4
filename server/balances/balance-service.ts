import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { entities, type RecordNamed } from '#domain/catalogue/catalogue.ts'
import { dayIn } from '#domain/dates/moments.ts'
import type {
  BalanceAnswer,
  BalanceReport,
  BalanceReportRow,
  BalanceSummary,
} from '#domain/api/visits/balances.ts'
import type { Balance, BalanceOutcome } from '#domain/balances/balance.ts'
import type { RawBalanceRow } from '#domain/balances/balance-file.ts'
import { readBalanceRow, type BalanceRow } from '#domain/balances/balance-row.ts'
import { toKey } from '#domain/catalogue/stored/kinds.ts'
import type { Context } from '../core/context.ts'
import { territoryFilter } from '../core/territory-filter.ts'
import { requireRight, gate } from '../core/gate.ts'
import type { Condition, Db, Tx } from '../store/dialect.ts'
import { readerFor } from '../store/long-reads.ts'
import type { RecordWriter, Records } from '../store/records/records.ts'
import { outcomeOf, failedRows, type StoredBalance, type KeyedBalance } from './balance-answer.ts'
import { balancesByKey, customersByKey, keysByErpCode, sumOfBalances } from './balance-store.ts'
import { t } from '#domain/messages/t.ts'

interface Upload {
  rows: readonly RawBalanceRow[]
  /** The day of rows without a day of their own. */
  asOf: string | undefined
  /** Dry run: report the outcomes, and write nothing. */
  isDryRun: boolean
}

/** Rows per transaction: few enough that other writers do not wait long. */
const batchSize = 200

/**
 * Uploads balances from the accounts. Every row gets an outcome; valid rows are saved even if others are not. Rows are
 * saved in the order of their day, so that the history of a file with several days is in order.
 */
export async function uploadBalances(ctx: Context, upload: Upload): Promise<BalanceAnswer> {
  requireRight(ctx, 'update', 'balance')
  const records = gate(ctx, 'create', 'balance')
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const report: BalanceReportRow[] = []
  const readable: BalanceRow[] = []
  for (const row of upload.rows) {
    const read = readBalanceRow(row, { asOf: upload.asOf, today })
    if (typeof read !== 'string') readable.push(read)
    else report.push({ line: row.line, customer: customerLabel(row), outcome: 'wrong', sentence: read })
  }
  const keyed = await resolveCustomers(ctx, readable, report)
  const inOrder = keyed.toSorted(
    (one, other) => compare(one.balance.As_Of, other.balance.As_Of) || one.line - other.line,
  )
  markRepeated(inOrder)
  // A dry run writes nothing, so what it would have written is remembered here.
  const dryRunBalances = new Map<string, StoredBalance>()
  for (let at = 0; at < inOrder.length; at += batchSize) {
    const rows = inOrder.slice(at, at + batchSize)
    try {
      report.push(
        ...(upload.isDryRun
          ? await dryRun(ctx, rows, dryRunBalances)
          : await saveWithRetry(ctx, records, rows)),
      )
    } catch (error) {
      const failure = ctx.store.dialect.explain(error)
      if (upload.isDryRun || !failure) throw error
      ctx.log.error({ err: error }, 'rows of a balance upload could not be saved')
      // Earlier batches are saved, so their report must not be lost. If nothing can be saved, the remaining batches are
      // not tried.
      const isFatal = failure.kind === 'unavailable' || failure.kind === 'full'
      report.push(...failedRows(isFatal ? inOrder.slice(at) : rows, failure.kind))
      if (isFatal) break
    }
    await yieldToEventLoop()
  }
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
  // `isTrial` is the old name of `isDryRun`, sent for one release.
  return { isDryRun: upload.isDryRun, isTrial: upload.isDryRun, counts, rows }
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

const customerLabel = ({ Customer_Code: code, Erp_Code: erp }: RawBalanceRow): string => {
  const [name] = [code, erp].filter((each) => typeof each === 'string' || typeof each === 'number')
  return String(name ?? '').slice(0, 60)
}

/** Adds the key of each row's customer. Whether a Customer Code exists is looked up later, with a lock. */
async function resolveCustomers(
  ctx: Context,
  rows: readonly BalanceRow[],
  report: BalanceReportRow[],
): Promise<KeyedBalance[]> {
  const erpCodes = new Set(rows.filter(({ by }) => by === 'Erp_Code').map(({ code }) => code))
  const byErp = await keysByErpCode(
    ctx.store.read,
    erpCodes,
    territoryFilter(ctx, 'customer', 'customer'),
    yieldToEventLoop,
  )
  const { Customer_Code } = entities.customer.fields
  return rows.flatMap((row): KeyedBalance[] => {
    if (row.by === 'Customer_Code') return [{ ...row, key: toKey(Customer_Code, row.code) }]
    const keys = byErp.get(row.code) ?? []
    if (keys.length === 1) return [{ ...row, key: keys[0]! }]
    const [outcome, sentence]: [BalanceOutcome, string] =
      keys.length === 0
        ? ['unknown', t('There is no customer with the Erp Code {code}', { code: row.code })]
        : [
            'wrong',
            t('{count} customers have the Erp Code {code}: use the Customer Code', {
              count: keys.length,
              code: row.code,
            }),
          ]
    report.push({ line: row.line, customer: row.code, outcome, sentence })
    return []
  })
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
    report.push(outcomeRow)
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
    report.push(outcomeRow)
    if (!shouldSave(outcomeRow)) continue
    const values = { Customer_Code: outcomeRow.customer, ...row.balance }
    const saved = record ? await writer.update(record, values) : await writer.insert(values)
    stored.set(row.key, { balance: row.balance, record: saved })
  }
  return report
}

/** Locks the customers first, as everywhere, so that concurrent uploads are serialized. */
async function readBatch(
  db: Db | Tx,
  rows: readonly KeyedBalance[],
  lock: string,
  limit: Condition | undefined,
): Promise<{ customers: ReadonlyMap<string, string>; stored: Map<string, StoredBalance> }> {
  const keys = [...new Set(rows.map(({ key }) => key))]
  const customers = await customersByKey(db, keys, lock, limit)
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
