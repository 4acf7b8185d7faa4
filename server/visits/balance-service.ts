import { setImmediate as nextTurn } from 'node:timers/promises'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { dayIn } from '#domain/moments.ts'
import {
  balanceOutcomes,
  type Balance,
  type BalanceOutcome,
  type BalanceReport,
  type BalanceReportRow,
  type BalanceSummary,
} from '#domain/visits/balance.ts'
import type { GivenBalance } from '#domain/visits/balance-file.ts'
import { readBalanceRow, type ReadBalance } from '#domain/visits/balance-row.ts'
import type { Context } from '../context.ts'
import { within } from '../within.ts'
import { demand, gate } from '../gate.ts'
import type { Condition, Db, Tx } from '../store/dialect.ts'
import { readerFor } from '../store/long-reads.ts'
import type { RecordWriter, Records } from '../store/records.ts'
import { answerTo, failed, type Known, type Named } from './balance-answer.ts'
import { balancesByKey, customersByKey, keysByErpCode, sumOfBalances } from './balance-store.ts'

interface Upload {
  rows: readonly GivenBalance[]
  /** The day of rows that do not say theirs. */
  asOf: string | undefined
  /** Say what would happen, and write nothing. */
  isTrial: boolean
}

/** Rows in one transaction: few enough that others get their turn. */
const batch = 200

/**
 * Takes what the books say. Every row is answered for; good ones are saved, whatever the others are. Rows go in by their
 * day, so that a file that tells of several days leaves them in the history in their order.
 */
export async function uploadBalances(ctx: Context, upload: Upload): Promise<BalanceReport> {
  demand(ctx, 'update', 'balance')
  const records = gate(ctx, 'create', 'balance')
  const today = dayIn(ctx.now(), ctx.config.timeZone)
  const report: BalanceReportRow[] = []
  const readable: ReadBalance[] = []
  for (const row of upload.rows) {
    const read = readBalanceRow(row, { asOf: upload.asOf, today })
    if (typeof read !== 'string') readable.push(read)
    else report.push({ line: row.line, customer: nameIn(row), outcome: 'wrong', sentence: read })
  }
  const named = await nameCustomers(ctx, readable, report)
  const inOrder = named.toSorted(
    (one, other) => compare(one.balance.As_Of, other.balance.As_Of) || one.line - other.line,
  )
  markRepeated(inOrder)
  // A trial writes nothing, so what it would have written by now is kept here.
  const tried = new Map<string, Known>()
  for (let at = 0; at < inOrder.length; at += batch) {
    const rows = inOrder.slice(at, at + batch)
    try {
      report.push(...(upload.isTrial ? await tryOut(ctx, rows, tried) : await save(ctx, records, rows)))
    } catch (error) {
      const failure = ctx.store.dialect.explain(error)
      if (upload.isTrial || !failure) throw error
      ctx.log.error({ err: error }, 'rows of an upload of balances were not saved')
      // What went before is saved, so the report of it must not be lost. Where nothing can be saved, waiting for each of
      // the others to fail as well helps nobody.
      const isOver = failure.kind === 'unavailable' || failure.kind === 'full'
      report.push(...failed(isOver ? inOrder.slice(at) : rows, failure.kind))
      if (isOver) break
    }
    await nextTurn()
  }
  const counts = Object.fromEntries(balanceOutcomes.map((each) => [each, 0])) as BalanceReport['counts']
  for (const { outcome } of report) counts[outcome]++
  return { isTrial: upload.isTrial, counts, rows: report.toSorted((one, other) => one.line - other.line) }
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

const nameIn = ({ Customer_Code: code, Erp_Code: erp }: GivenBalance): string => {
  const [name] = [code, erp].filter((each) => typeof each === 'string' || typeof each === 'number')
  return String(name ?? '').slice(0, 60)
}

/** The key of each row's customer. Whether there is one for a Customer Code is looked up later, with a lock. */
async function nameCustomers(
  ctx: Context,
  rows: readonly ReadBalance[],
  report: BalanceReportRow[],
): Promise<Named[]> {
  const erpCodes = new Set(rows.filter(({ by }) => by === 'Erp_Code').map(({ code }) => code))
  const byErp = await keysByErpCode(ctx.store.read, erpCodes, within(ctx, 'customer', 'customer'), nextTurn)
  const { toKey } = entityNamed('customer').fields['Customer_Code']!
  return rows.flatMap((row): Named[] => {
    if (row.by === 'Customer_Code') return [{ ...row, key: toKey(row.code) }]
    const keys = byErp.get(row.code) ?? []
    if (keys.length === 1) return [{ ...row, key: keys[0]! }]
    const [outcome, sentence]: [BalanceOutcome, string] =
      keys.length === 0
        ? ['unknown', `There is no customer with the Erp Code ${row.code}`]
        : ['wrong', `${keys.length} customers have the Erp Code ${row.code}: say the Customer Code`]
    report.push({ line: row.line, customer: row.code, outcome, sentence })
    return []
  })
}

function markRepeated(rows: readonly Named[]): void {
  const first = new Map<string, Named>()
  for (const row of rows) {
    const about = `${row.balance.As_Of} ${row.key}`
    const before = first.get(about)
    if (before) row.repeats = before
    else first.set(about, row)
  }
}

async function tryOut(
  ctx: Context,
  rows: readonly Named[],
  tried: Map<string, Known>,
): Promise<BalanceReportRow[]> {
  const { customers, known } = await readBatch(ctx.store.read, rows, '', within(ctx, 'customer', 'customer'))
  const report: BalanceReportRow[] = []
  for (const row of rows) {
    const answer = answerTo(row, customers, tried.get(row.key) ?? known.get(row.key))
    if (isToSave(answer)) tried.set(row.key, { balance: row.balance })
    report.push(answer)
  }
  return report
}

async function save(
  ctx: Context,
  records: Records,
  rows: readonly Named[],
  tries = 2,
): Promise<BalanceReportRow[]> {
  try {
    return await records.transaction((writer) => saveBatch(ctx, writer, rows))
  } catch (error) {
    // Somebody entered the first balance of one of them by hand at this very moment: now it is known.
    if (tries > 1 && records.duplicatedFields(error)) return save(ctx, records, rows, tries - 1)
    throw error
  }
}

async function saveBatch(
  ctx: Context,
  writer: RecordWriter,
  rows: readonly Named[],
): Promise<BalanceReportRow[]> {
  const { customers, known } = await readBatch(
    writer.tx,
    rows,
    ctx.store.dialect.updateLock,
    within(ctx, 'customer', 'customer'),
  )
  const report: BalanceReportRow[] = []
  for (const row of rows) {
    const { record } = known.get(row.key) ?? {}
    const answer = answerTo(row, customers, known.get(row.key))
    report.push(answer)
    if (!isToSave(answer)) continue
    const values = { Customer_Code: answer.customer, ...row.balance }
    const saved = record ? await writer.update(record, values) : await writer.insert(values)
    known.set(row.key, { balance: row.balance, record: saved })
  }
  return report
}

/** Customers first, as everybody does who writes about one: two uploads go one after the other. */
async function readBatch(
  db: Db | Tx,
  rows: readonly Named[],
  lock: string,
  limit: Condition | undefined,
): Promise<{ customers: ReadonlyMap<string, string>; known: Map<string, Known> }> {
  const keys = [...new Set(rows.map(({ key }) => key))]
  const customers = await customersByKey(db, keys, lock, limit)
  const balances = await balancesByKey(db, keys, lock)
  const known = [...balances].map(([key, record]): [string, Known] => [
    key,
    { balance: balanceIn(record), record },
  ])
  return { customers, known: new Map(known) }
}

const balanceIn = (record: StoredRecord): Balance => ({
  As_Of: record['As_Of'] as string,
  Receivable: record['Receivable'] as number,
  Overdue: record['Overdue'] as number,
})

const isToSave = ({ outcome }: BalanceReportRow): boolean => outcome === 'new' || outcome === 'changed'

export async function summariseBalances(ctx: Context): Promise<BalanceSummary> {
  demand(ctx, 'read', 'balance')
  const { read, dialect } = ctx.store
  return sumOfBalances(
    await readerFor(read, dialect, entityNamed('balance')),
    within(ctx, 'balance', 'balance'),
  )
}
