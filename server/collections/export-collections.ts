import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Collection, CollectionQuery, Collections } from '#domain/api/money/collections.ts'
import { escapeFormula, writeCsv } from '#domain/csv.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import { currentCaller, runFor } from '../base/caller.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import { listCollections } from './collection-service.ts'

const pageSize = 500
// Without it Excel does not read the file as UTF-8.
const byteOrderMark = '\ufeff'

const headings = (): string[] => [
  t('Visit ID'),
  t('Visited On'),
  t('Customer Code'),
  t('Customer Name'),
  t('Employee'),
  t('Collected Amount'),
  t('Collected By'),
  t('Collected Reference'),
  t('Promised Amount'),
  t('Promised On'),
  t('Promise State'),
]

const cellsOf = (row: Collection): string[] => [
  row.Visit_ID,
  formatDate(row.Visited_On),
  escapeFormula(row.Customer_Code ?? ''),
  escapeFormula(row.Customer_Name ?? ''),
  escapeFormula(row.employee ?? ''),
  `${row.Collected_Amount ?? ''}`,
  row.Collected_Way === null ? '' : t(row.Collected_Way),
  escapeFormula(row.Collected_Reference ?? ''),
  `${row.Promised_Amount ?? ''}`,
  row.Promised_On === null ? '' : formatDate(row.Promised_On),
  row.Promise_State === null ? '' : t(row.Promise_State),
]

/** All pages of the list as a file that is written while it is sent. */
export async function exportCollections(
  ctx: Context,
  query: CollectionQuery,
): Promise<{ fileName: string; content: Readable }> {
  for (const subject of ['visit', 'customer']) requireRight(ctx, 'export', subject)
  // An error before the first byte can still be reported; later the download can only be aborted.
  const first = await listCollections(ctx, { ...query, limit: pageSize })
  const filter = Object.entries(query).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
  const details = { format: 'csv', list: 'collections', filter: filter.join(' & ').slice(0, 2000) }
  // Recorded before the first byte is sent, so that no export is missing from the audit log.
  await ctx.store.transaction(async (tx) =>
    recordEvent(tx, ctx, { action: 'export', entity: 'visit', details }),
  )
  return {
    fileName: `collections-${first.today}.csv`,
    content: Readable.from(fileOf(ctx, query, first), { objectMode: false }),
  }
}

async function* fileOf(ctx: Context, query: CollectionQuery, first: Collections): AsyncGenerator<Buffer> {
  // The file is read when the client is ready, which is outside the async context of the request.
  const caller = currentCaller()
  yield Buffer.from(byteOrderMark + writeCsv([headings()]))
  for (let page = first; ;) {
    if (page.items.length > 0) yield Buffer.from(writeCsv(page.items.map(cellsOf)))
    const { next } = page
    if (next === null) return
    // Yields to other requests, however fast the client reads.
    await setImmediate()
    page = await runFor(caller, () => listCollections(ctx, { ...query, limit: pageSize, after: next }))
  }
}
