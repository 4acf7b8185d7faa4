import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Receivable, ReceivableQuery, Receivables } from '#domain/api/money/receivables.ts'
import { ageingBuckets, bucketLabels } from '#domain/balances/bills.ts'
import { escapeFormula, writeCsv } from '#domain/csv.ts'
import { daysBetween, formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import { currentCaller, runFor } from '../base/caller.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import { listReceivables } from './receivable-service.ts'

const pageSize = 500
// Without it Excel does not read the file as UTF-8.
const byteOrderMark = '\ufeff'

const headings = (): string[] => [
  t('Customer Code'),
  t('Customer Name'),
  t('Customer Phone'),
  t('City'),
  t('Employee'),
  t('As Of'),
  t('Receivable'),
  t('Overdue'),
  t('Overdue since'),
  t('Or earlier'),
  t('Days'),
  ...ageingBuckets.map(({ name }) => bucketLabels()[name]),
  t('Credit Limit'),
]

function cellsOf(row: Receivable, today: string): string[] {
  const { since } = row
  const texts = [
    row.Customer_Code,
    row.Customer_Name,
    row.Customer_Phone,
    row.City_Name,
    row.Employee?.name ?? '',
    formatDate(row.As_Of),
  ]
  return [
    ...texts.map(escapeFormula),
    String(row.Receivable),
    String(row.Overdue),
    since ? formatDate(since.day) : '',
    since && !since.isExact ? t('yes') : '',
    since ? String(daysBetween(since.day, today)) : '',
    ...ageingBuckets.map(({ name }) => `${row.ageing?.[name] ?? ''}`),
    row.Credit_Limit === null ? '' : String(row.Credit_Limit),
  ]
}

/** All pages of the list as a file that is written while it is sent. */
export async function exportReceivables(
  ctx: Context,
  query: ReceivableQuery,
): Promise<{ fileName: string; content: Readable }> {
  for (const subject of ['balance', 'customer']) requireRight(ctx, 'export', subject)
  // An error before the first byte can still be reported; later the download can only be aborted.
  const first = await listReceivables(ctx, { ...query, limit: pageSize })
  const filter = Object.entries(query).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
  const details = { format: 'csv', filter: filter.join(' & ').slice(0, 2000) }
  // Recorded before the first byte is sent, so that no export is missing from the audit log.
  await ctx.store.transaction(async (tx) =>
    recordEvent(tx, ctx, { action: 'export', entity: 'balance', details }),
  )
  return {
    fileName: `receivables-${first.today}.csv`,
    content: Readable.from(fileOf(ctx, query, first), { objectMode: false }),
  }
}

async function* fileOf(ctx: Context, query: ReceivableQuery, first: Receivables): AsyncGenerator<Buffer> {
  // The file is read when the client is ready, which is outside the async context of the request.
  const caller = currentCaller()
  yield Buffer.from(byteOrderMark + writeCsv([headings()]))
  for (let page = first; ;) {
    const rows = page.items.map((row) => cellsOf(row, page.today))
    if (rows.length > 0) yield Buffer.from(writeCsv(rows))
    const { next } = page
    if (next === null) return
    // Yields to other requests, however fast the client reads.
    await setImmediate()
    page = await runFor(caller, () => listReceivables(ctx, { ...query, limit: pageSize, after: next }))
  }
}
