import type { BulkReport } from '#domain/api/changes/bulk.ts'
import type { ListTotals } from '#domain/api/records/exports.ts'
import type { Entity, RecordValues } from '#domain/catalogue/entity.ts'
import { fetchResponse, request } from '../api/client.ts'
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

export interface ExportedFile {
  name: string
  content: Blob
}

/** Exports all pages of the list; `onBytes` reports progress, because a large export takes long. */
export async function exportFile(
  entity: Entity,
  format: 'csv' | 'xlsx',
  query: URLSearchParams,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const path = `/api/v1/exports/${entity.path}.${format}?${query.toString()}`
  const response = await fetchResponse('GET', path, { signal })
  const reader = response.body!.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    onBytes((bytes += value.length))
  }
  const disposition = response.headers.get('content-disposition') ?? ''
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? `${entity.path}.${format}`
  return { name, content: new Blob(parts, { type: response.headers.get('content-type') ?? '' }) }
}
