import { Readable } from 'node:stream'
import { auditSubjects, auditWords, type AuditEntry, type AuditPage } from '#domain/audit.ts'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { asText, writeCsv } from '#domain/csv.ts'
import { showDay } from '#domain/dates.ts'
import { dayIn, wallClock } from '#domain/moments.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import type { QueryText } from '../resources/list-query.ts'
import { noteEvent, reachOf, readAudit, type AuditQuery } from '../store/audit-store.ts'
import { entryOf } from './audit-entry.ts'
import { readAuditQuery } from './audit-query.ts'

/** Who did what, when, from where, the newest first. */
export async function listAudit(ctx: Context, text: QueryText): Promise<AuditPage> {
  demand(ctx, 'read', 'audit')
  return pageOf(ctx, await readAuditQuery(ctx, text, ['limit', 'after']))
}

async function pageOf(ctx: Context, query: AuditQuery): Promise<AuditPage> {
  const { limit } = query
  const { read, dialect } = ctx.store
  const edge = await reachOf(read, query)
  const downTo = edge && { downTo: String(edge['id']) }
  const rows = await readAudit(read, dialect, { ...query, limit: limit + 1, ...downTo })
  const items = rows.slice(0, limit).map((row) => entryOf(row, ctx.config.timeZone, ctx.actor))
  if (rows.length > limit) return { items, next: items.at(-1)!.id }
  return edge ? { items, next: String(edge['id']), reached: String(edge['at']) } : { items, next: null }
}

const rowsAtOnce = 500
const headings = ['When', 'Who', 'What', 'About', 'Record', 'Address', 'Before and after']

/** The same as a file, written while it is sent; that it was asked for is written down first. */
export async function exportAudit(
  ctx: Context,
  text: QueryText,
): Promise<{ fileName: string; content: Readable }> {
  demand(ctx, 'export', 'audit')
  const query = { ...(await readAuditQuery(ctx, text, [])), limit: rowsAtOnce }
  const filter = new URLSearchParams(text as Record<string, string>).toString()
  await ctx.store.transaction(async (tx) =>
    noteEvent(tx, ctx, { action: 'export', entity: 'audit', details: { format: 'csv', filter } }),
  )
  const first = await pageOf(ctx, query)
  const content = Readable.from(csvOf(ctx, query, first), { objectMode: false })
  return { fileName: `audit-${dayIn(ctx.now(), ctx.config.timeZone)}.csv`, content }
}

async function* csvOf(ctx: Context, query: AuditQuery, first: AuditPage): AsyncGenerator<Buffer> {
  let page = first
  // Without it Excel takes UTF-8 for something older.
  yield Buffer.from(`\ufeff${writeCsv([headings])}`)
  for (;;) {
    if (page.items.length > 0)
      yield Buffer.from(writeCsv(page.items.map((entry) => cellsOf(entry, ctx.config.timeZone).map(asText))))
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
    `${showDay(day)} ${time}`,
    entry.by,
    auditWords[entry.action] ?? entry.action,
    about ?? entry.entity ?? '',
    entry.name ?? entry.record ?? '',
    entry.address ?? '',
    facts.join('; '),
  ]
}
