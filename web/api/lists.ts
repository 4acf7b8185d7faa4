import type { BatchShown } from '#domain/batches.ts'
import type { Entity, RecordValues } from '#domain/catalogue/entity.ts'
import { ask, request } from './client.ts'
import { readOr } from './read.ts'
import { forgetOptions } from './options.ts'
import type { Page } from './resources.ts'

/** What the full lists ask of the server. A query is that of `GET /api/v1/<path>`, word for word. */

export const listPage = (entity: Entity, query: URLSearchParams, signal: AbortSignal): Promise<Page> =>
  readOr<Page>(`/api/v1/${entity.path}?${query.toString()}`, { items: [], next: null }, { signal })

export interface Total {
  sum?: number | null
  least?: number | string | null
  most?: number | string | null
  average?: number | null
}

export interface Totals {
  count: number
  totals: Readonly<Record<string, Total>>
}

export function totalsOf(
  entity: Entity,
  query: URLSearchParams,
  of: readonly string[],
  signal?: AbortSignal,
): Promise<Totals> {
  const search = new URLSearchParams(query)
  for (const name of ['sort', 'limit', 'after', 'total']) search.delete(name)
  if (of.length > 0) search.set('of', of.join(','))
  return readOr<Totals>(
    `/api/v1/totals/${entity.path}?${search.toString()}`,
    { count: 0, totals: {} },
    signal ? { signal } : {},
  )
}

/** Which records are meant: those that were ticked, or all that a list shows on all its pages. */
export type Chosen =
  | { ids: readonly string[]; versions: Readonly<Record<string, number>> }
  | { query: string }

export type BulkWork = Chosen & ({ action: 'delete' } | { action: 'update'; set: RecordValues })

export interface BulkReport {
  /** None of a rehearsal. */
  batch: BatchShown | null
  changed: number
  unchanged: number
  left: readonly { id: string; name: string; because: string }[]
  leftCount: number
}

/** The very work, done and rolled back: what it says is what will happen. */
export const rehearse = (entity: Entity, work: BulkWork): Promise<BulkReport> =>
  request<BulkReport>('POST', `/api/v1/bulk/${entity.path}`, { body: { ...work, rehearse: true } })

export async function changeAtOnce(entity: Entity, work: BulkWork, key: string): Promise<BulkReport> {
  const report = await request<BulkReport>('POST', `/api/v1/bulk/${entity.path}`, {
    body: work,
    headers: { 'idempotency-key': key },
  })
  forgetOptions()
  return report
}

export interface ExportedFile {
  name: string
  content: Blob
}

/** Everything the list shows, all pages; told how far it is, because a large one takes its time. */
export async function exportFile(
  entity: Entity,
  format: 'csv' | 'xlsx',
  query: URLSearchParams,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const path = `/api/v1/exports/${entity.path}.${format}?${query.toString()}`
  const response = await ask('GET', path, { signal })
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
