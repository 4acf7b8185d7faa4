import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { nameOfActor } from '#domain/access/actor.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { dayIn } from '#domain/moments.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import { listInWords } from '#domain/text.ts'
import { currentCaller, runFor } from '../caller.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { calendarOf, readListQuery, type QueryText } from '../resources/list-query.ts'
import { noteEvent } from '../store/audit-store.ts'
import { isSortIndexed } from '../store/list-order.ts'
import { onlyIds, type ListQuery, type Page } from '../store/record-list.ts'
import type { Records } from '../store/records.ts'
import { csvFile } from './csv-export.ts'
import { readColumns } from './export-columns.ts'
import { xlsxFile } from './xlsx-export.ts'

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

interface Exported {
  fileName: string
  content: Readable
}

const notOffered = ['limit', 'after', 'total']
const rowsAtOnce = 1000
/** Without an index each page means sorting them all anew. */
const mostUnsorted = 50_000

/** What a list shows, all pages of it, as a file that is written while it is sent. */
export async function exportList(
  ctx: Context,
  name: string,
  format: ExportFormat,
  { columns: asked, ...text }: QueryText,
): Promise<Exported> {
  const records = gate(ctx, 'export', name)
  const { entity } = records
  const { timeZone } = ctx.config
  const problems: FieldProblem[] = notOffered
    .filter((field) => field in text)
    .map((field) => ({ field, message: `${field} is not offered here: an export holds all that match` }))
  const columns = readColumns(entity, asked, timeZone, problems)
  if (problems.length > 0) throw invalid(problems)
  const query = { ...readListQuery(entity, text, calendarOf(ctx)), limit: rowsAtOnce }
  await refuseUnsorted(records, query)
  // What goes wrong at once can still be said in words; once the file is on its way, it can only break off.
  const first = await records.list(query)
  const details = { format, columns: columns.map(({ label }) => label).join(', '), filter: inText(text) }
  // Before a byte of it leaves: what cannot be written down is not handed out.
  await ctx.store.transaction(async (tx) => noteEvent(tx, ctx, { action: 'export', entity: name, details }))
  const counted = { rows: 0, isWhole: false }
  const pages = everyPage(records, query, first, counted)
  const file =
    format === 'csv' ? csvFile(columns, pages) : xlsxFile({ title: entity.plural, columns, timeZone }, pages)
  const atEnd = async (): Promise<void> => {
    const { rows, isWhole } = counted
    const { requestId: reqId, actor, log } = ctx
    const exported = { entity: name, format, columns: columns.map((column) => column.name), ...counted }
    log.info({ reqId, by: nameOfActor(actor), exported }, isWhole ? 'exported' : 'export broke off')
    const ended = { ...details, rows, whole: isWhole ? 'yes' : 'no: it broke off' }
    await ctx.store
      .transaction(async (tx) =>
        noteEvent(tx, ctx, { action: 'export downloaded', entity: name, details: ended }),
      )
      .catch((error: unknown) => log.error({ err: error }, 'the end of an export was not written down'))
  }
  const content = Readable.from(followed(file, atEnd), { objectMode: false })
  return { fileName: `${entity.path}-${dayIn(ctx.now(), timeZone)}.${format}`, content }
}

/** Whether it is taken to its end or breaks off: what follows belongs to it, and the request ends after it. */
async function* followed(file: AsyncIterable<Buffer>, after: () => Promise<void>): AsyncGenerator<Buffer> {
  try {
    yield* file
  } finally {
    await after()
  }
}

const inText = (query: QueryText): string =>
  Object.entries(query)
    .flatMap(([name, values]) => [values ?? []].flat().map((value) => `${name}=${value}`))
    .join(' & ')
    .slice(0, 2000)

async function* everyPage(
  records: Records,
  query: ListQuery,
  first: Page,
  counted: { rows: number; isWhole: boolean },
): AsyncGenerator<StoredRecord[]> {
  let page = first
  // The file is taken whenever the client has room for it, which no longer happens in the name of the caller.
  const caller = currentCaller()
  for (;;) {
    counted.rows += page.items.length
    yield page.items
    if (page.next === null) break
    // Others get their turn, however fast the file is taken.
    await setImmediate()
    const after = page.next
    page = await runFor(caller, () => records.list({ ...query, after }))
  }
  counted.isWhole = true
}

async function refuseUnsorted(records: Records, query: ListQuery): Promise<void> {
  const { entity } = records
  if (!entity.large || isSortIndexed(entity, query.sort.field)) return
  const inAnyOrder = { ...query, sort: { field: 'id', descending: false }, thenBy: [], limit: mostUnsorted }
  if ((await records.listRows(inAnyOrder, onlyIds)).next === null) return
  const indexed = [entity.sortedBy, ...entity.key].filter((field) => isSortIndexed(entity, field))
  const most = mostUnsorted.toLocaleString('en-IN')
  const message = `Sorted by ${labelOf(entity, query.sort.field)}, at most ${most} ${entity.plural.toLowerCase()} can be exported: narrow them down, or sort by ${listInWords(
    indexed.map((field) => labelOf(entity, field)),
    'or',
  )}`
  throw invalid([{ field: 'sort', message }])
}

const labelOf = (entity: Entity, field: string): string => entity.fields[field]?.label ?? field
