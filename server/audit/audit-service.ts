import { Readable } from 'node:stream'
import type { AuditEntry, AuditFilters, AuditHead, AuditPage, AuditPageFilters } from '#domain/api/audit.ts'
import { auditSubjects, auditWords } from '#domain/audit.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { isRecordValues } from '#domain/catalogue/values.ts'
import { escapeFormula, writeCsv } from '#domain/csv.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { dayIn, wallClock } from '#domain/dates/moments.ts'
import type { Names } from '#domain/lists/names.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import {
  recordEvent,
  findScanEnd,
  readAudit,
  type AuditQuery,
  type AuditRow,
} from '../store/history/audit-store.ts'
import { referenceNames } from '../records/reference-names.ts'
import { valuesIn } from '../store/history/history-store.ts'
import { readSealHead } from '../store/history/audit-seals.ts'
import { entryOf } from './audit-entry.ts'
import { toAuditQuery } from './audit-query.ts'

/** Audit entries, newest first. */
export async function listAudit(ctx: Context, filters: AuditPageFilters): Promise<AuditPage> {
  requireRight(ctx, 'read', 'audit')
  return pageOf(ctx, await toAuditQuery(ctx, filters))
}

export async function auditHead(ctx: Context): Promise<AuditHead> {
  requireRight(ctx, 'read', 'audit')
  return readSealHead(ctx.store.read)
}

async function pageOf(ctx: Context, query: AuditQuery): Promise<AuditPage> {
  const { limit } = query
  const { read, dialect } = ctx.store
  const edge = await findScanEnd(read, query)
  const downTo = edge && { downTo: edge.id }
  const rows = await readAudit(read, dialect, { ...query, limit: limit + 1, ...downTo })
  const shown = rows.slice(0, limit)
  const names = await namesOf(ctx, shown)
  const items = shown.map((row) => entryOf(row, ctx.config.timeZone, ctx.actor, names.get(row.entity ?? '')))
  if (rows.length > limit) return { items, next: items.at(-1)!.id }
  return edge ? { items, next: edge.id, reached: edge.at } : { items, next: null }
}

/** The names of the codes that changed, by entity; of records that the account may read. */
async function namesOf(ctx: Context, rows: readonly AuditRow[]): Promise<ReadonlyMap<string, Names>> {
  const names = new Map<string, Names>()
  for (const [name, ofEntity] of Map.groupBy(rows, (row) => row.entity ?? '')) {
    const entity = catalogue.find((each) => each.name === name)
    const cells = ofEntity.flatMap((row) => [row.before_values ?? [], row.after_values ?? []].flat())
    const values = cells.map(valuesIn).filter(isRecordValues)
    if (entity && values.length > 0) names.set(name, await referenceNames(ctx, entity, values))
  }
  return names
}

const rowsPerPage = 500
const headings = ['When', 'Who', 'What', 'About', 'Record', 'Address', 'Before and after']

/** Streams the entries as a CSV file; the export itself is recorded first. */
export async function exportAudit(
  ctx: Context,
  filters: AuditFilters,
): Promise<{ fileName: string; content: Readable }> {
  requireRight(ctx, 'export', 'audit')
  const query = { ...(await toAuditQuery(ctx, filters)), limit: rowsPerPage }
  const given = Object.entries(filters).filter((each): each is [string, string] => each[1] !== undefined)
  const filter = new URLSearchParams(given).toString()
  await ctx.store.transaction(async (tx) =>
    recordEvent(tx, ctx, { action: 'export', entity: 'audit', details: { format: 'csv', filter } }),
  )
  const first = await pageOf(ctx, query)
  const content = Readable.from(csvOf(ctx, query, first), { objectMode: false })
  return { fileName: `audit-${dayIn(ctx.now(), ctx.config.timeZone)}.csv`, content }
}

async function* csvOf(ctx: Context, query: AuditQuery, first: AuditPage): AsyncGenerator<Buffer> {
  let page = first
  // Excel detects UTF-8 only with a byte order mark.
  yield Buffer.from(`\ufeff${writeCsv([headings])}`)
  for (;;) {
    if (page.items.length > 0)
      yield Buffer.from(
        writeCsv(page.items.map((entry) => cellsOf(entry, ctx.config.timeZone).map(escapeFormula))),
      )
    if (page.next === null) return
    page = await pageOf(ctx, { ...query, after: page.next })
  }
}

function cellsOf(entry: AuditEntry, timeZone: string): string[] {
  const { day, time } = wallClock(new Date(entry.at), timeZone)
  const about =
    catalogue.find(({ name }) => name === entry.entity)?.singular ?? auditSubjects[entry.entity ?? '']
  const facts = entry.facts.map(({ label, before, after }) =>
    before === null ? `${label}: ${after}` : `${label}: ${before} → ${after ?? 'none'}`,
  )
  return [
    `${formatDate(day)} ${time}`,
    entry.by,
    auditWords[entry.action] ?? entry.action,
    about ?? entry.entity ?? '',
    entry.name ?? entry.record ?? '',
    entry.address ?? '',
    facts.join('; '),
  ]
}
