import type { BulkReport } from '#domain/api/changes/bulk.ts'
import type { ListTotals } from '#domain/api/records/exports.ts'
import type { Entity, RecordValues } from '#domain/catalogue/entity.ts'
import { request } from '../api/client.ts'
import { readOr } from '../api/read.ts'
import { clearOptionsCache } from '../api/options.ts'
import type { Page } from '../api/resources.ts'

/** Requests of the full lists. A query has the same parameters as `GET /api/v1/<path>`. */

export const listPage = (entity: Entity, query: URLSearchParams, signal: AbortSignal): Promise<Page> =>
  readOr<Page>(`/api/v1/${entity.path}?${query.toString()}`, { items: [], next: null }, { signal })

export function totalsOf(
  entity: Entity,
  query: URLSearchParams,
  of: readonly string[],
  signal?: AbortSignal,
): Promise<ListTotals> {
  const search = new URLSearchParams(query)
  for (const name of ['sort', 'limit', 'after', 'total']) search.delete(name)
  if (of.length > 0) search.set('of', of.join(','))
  return readOr<ListTotals>(
    `/api/v1/totals/${entity.path}?${search.toString()}`,
    { count: 0, totals: {} },
    signal ? { signal } : {},
  )
}

/** The records of a bulk change: the selected ones, or all that match a query. */
export type BulkSelection =
  | { ids: readonly string[]; versions: Readonly<Record<string, number>> }
  | { query: string }

export type BulkWork = BulkSelection & ({ action: 'delete' } | { action: 'update'; set: RecordValues })

/** Dry run: the server does the work and rolls it back. */
export const dryRunBulk = (entity: Entity, work: BulkWork): Promise<BulkReport> =>
  request<BulkReport>('POST', `/api/v1/bulk/${entity.path}`, { body: { ...work, dryRun: true } })

export async function changeRecords(entity: Entity, work: BulkWork, key: string): Promise<BulkReport> {
  const report = await request<BulkReport>('POST', `/api/v1/bulk/${entity.path}`, {
    body: work,
    headers: { 'idempotency-key': key },
  })
  clearOptionsCache()
  return report
}
