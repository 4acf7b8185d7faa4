import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { nameOfActor } from '#domain/access/actor.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { dayIn } from '#domain/moments.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import { listInWords } from '#domain/text.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'
import { calendarOf, readListQuery, type QueryText } from '../resources/list-query.ts'
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
  const counted = { rows: 0, isWhole: false }
  const pages = everyPage(records, query, first, counted)
  const file =
    format === 'csv' ? csvFile(columns, pages) : xlsxFile({ title: entity.plural, columns, timeZone }, pages)
  const content = Readable.from(file, { objectMode: false })
  content.once('close', () =>
    ctx.log.info(
      {
        reqId: ctx.requestId,
        by: nameOfActor(ctx.actor),
        exported: { entity: name, format, columns: columns.map((column) => column.name), ...counted },
      },
      counted.isWhole ? 'exported' : 'export broke off',
    ),
  )
  return { fileName: `${entity.path}-${dayIn(ctx.now(), timeZone)}.${format}`, content }
}

async function* everyPage(
  records: Records,
  query: ListQuery,
  first: Page,
  counted: { rows: number; isWhole: boolean },
): AsyncGenerator<StoredRecord[]> {
  let page = first
  for (;;) {
    counted.rows += page.items.length
    yield page.items
    if (page.next === null) break
    // Others get their turn, however fast the file is taken.
    await setImmediate()
    page = await records.list({ ...query, after: page.next })
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
