import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { nameOfActor } from '#domain/access/actor.ts'
import type { ExportFormat, ExportQuery } from '#domain/api/records/exports.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import { formatList } from '#domain/text.ts'
import { currentCaller, runFor } from '../base/caller.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate } from '../core/gate.ts'
import { calendarOf, readListQuery, type QueryText } from '../records/list-query.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import { isSortIndexed } from '../store/query/list-order.ts'
import { onlyIds, type ListQuery, type Page } from '../store/query/record-list.ts'
import type { Records } from '../store/records/records.ts'
import { csvFile } from './csv-export.ts'
import { readColumns } from './export-columns.ts'
import { xlsxFile } from './xlsx-export.ts'
import { t } from '#domain/messages/t.ts'

interface ExportFile {
  fileName: string
  content: Readable
}

const unsupported = ['limit', 'after', 'total']
const pageSize = 1000
/** Without an index each page sorts all records again. */
const maxUnsorted = 50_000

/** All pages of a list as a file that is written while it is sent. */
export async function exportList(
  ctx: Context,
  name: string,
  format: ExportFormat,
  { columns: requestedColumns, ...text }: ExportQuery,
): Promise<ExportFile> {
  const records = dynamicGate(ctx, 'export', name)
  const { entity } = records
  const { timeZone } = ctx.config
  const problems: FieldProblem[] = unsupported
    .filter((field) => field in text)
    .map((field) => ({
      field,
      message: t('{field} is not supported: an export contains all matching records', { field }),
    }))
  const columns = readColumns(entity, requestedColumns, timeZone, problems)
  if (problems.length > 0) throw invalid(problems)
  const query = { ...readListQuery(entity, text, calendarOf(ctx)), limit: pageSize }
  await refuseUnsorted(records, query)
  // An error before the first byte can still be reported; later the download can only be aborted.
  const first = await records.list(query)
  const details = { format, columns: columns.map(({ label }) => label).join(', '), filter: formatQuery(text) }
  // Recorded before the first byte is sent, so that no export is missing from the audit log.
  await ctx.store.transaction(async (tx) => recordEvent(tx, ctx, { action: 'export', entity: name, details }))
  const progress = { rows: 0, isWhole: false }
  const pages = allPages(records, query, first, progress)
  const file =
    format === 'csv' ? csvFile(columns, pages) : xlsxFile({ title: entity.plural, columns, timeZone }, pages)
  const recordEnd = async (): Promise<void> => {
    const { rows, isWhole } = progress
    const { requestId: reqId, actor, log } = ctx
    const exported = { entity: name, format, columns: columns.map((column) => column.name), ...progress }
    log.info({ reqId, by: nameOfActor(actor), exported }, isWhole ? 'exported' : 'export aborted')
    const ended = { ...details, rows, whole: isWhole ? 'yes' : 'no: it broke off' }
    await ctx.store
      .transaction(async (tx) =>
        recordEvent(tx, ctx, { action: 'export downloaded', entity: name, details: ended }),
      )
      .catch((error: unknown) => log.error({ err: error }, 'the end of an export could not be recorded'))
  }
  const content = Readable.from(withCleanup(file, recordEnd), { objectMode: false })
  return { fileName: `${entity.path}-${dayIn(ctx.now(), timeZone)}.${format}`, content }
}

/** Runs `after` when the file ends or is aborted, as part of the request. */
async function* withCleanup(file: AsyncIterable<Buffer>, after: () => Promise<void>): AsyncGenerator<Buffer> {
  try {
    yield* file
  } finally {
    await after()
  }
}

const formatQuery = (query: QueryText): string =>
  Object.entries(query)
    .flatMap(([name, values]) => [values ?? []].flat().map((value) => `${name}=${value}`))
    .join(' & ')
    .slice(0, 2000)

async function* allPages(
  records: Records,
  query: ListQuery,
  first: Page,
  progress: { rows: number; isWhole: boolean },
): AsyncGenerator<StoredRecord[]> {
  let page = first
  // The file is read when the client is ready, which is outside the async context of the request.
  const caller = currentCaller()
  for (;;) {
    progress.rows += page.items.length
    yield page.items
    if (page.next === null) break
    // Yields to other requests, however fast the client reads.
    await setImmediate()
    const after = page.next
    page = await runFor(caller, () => records.list({ ...query, after }))
  }
  progress.isWhole = true
}

async function refuseUnsorted(records: Records, query: ListQuery): Promise<void> {
  const { entity } = records
  if (!entity.large || isSortIndexed(entity, query.sort.field)) return
  const inAnyOrder = { ...query, sort: { field: 'id', descending: false }, thenBy: [], limit: maxUnsorted }
  if ((await records.listRows(inAnyOrder, onlyIds)).next === null) return
  const indexed = [entity.sortedBy, ...entity.key].filter((field) => isSortIndexed(entity, field))
  const message = t(
    'Sorted by {field}, at most {max, number} {records} can be exported: filter them, or sort by {others}',
    {
      field: labelOf(entity, query.sort.field),
      max: maxUnsorted,
      records: t(entity.plural).toLowerCase(),
      others: formatList(
        indexed.map((field) => labelOf(entity, field)),
        'or',
      ),
    },
  )
  throw invalid([{ field: 'sort', message }])
}

const labelOf = (entity: Entity, name: string): string => {
  const field = entity.fields[name]
  return field ? t(field.label) : name
}
