import type { AuditHead, AuditPage } from '#domain/api/audit.ts'
import type { Retention } from '#domain/api/personal-data.ts'
import { fetchResponse } from '../api/client.ts'
import { readDocument, readOr } from '../api/read.ts'

/** Maps the page's parameters to those of the API: `from` in the URL of a page is the offset of a list. */
function toApiQuery(search: URLSearchParams): Record<string, string | undefined> {
  const { since, until, ...rest } = Object.fromEntries(search)
  return { ...rest, from: since, to: until }
}

export const readAudit = (search: URLSearchParams, signal: AbortSignal): Promise<AuditPage> =>
  readOr<AuditPage>('/api/v1/audit', { items: [], next: null }, { query: toApiQuery(search), signal })

export const readAuditHead = (signal: AbortSignal): Promise<AuditHead> =>
  readOr<AuditHead>('/api/v1/audit/head', { number: 0, total: 0, hash: '', sealedAt: null }, { signal })

export const readRetention = (signal: AbortSignal): Promise<Retention> =>
  readDocument<Retention>('/api/v1/retention', { importRows: 0 }, { signal })

export async function exportAudit(search: URLSearchParams): Promise<{ name: string; content: Blob }> {
  const { after: _, ...query } = toApiQuery(search)
  const response = await fetchResponse('GET', '/api/v1/audit/export', { query })
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { name: name ?? 'audit.csv', content: await response.blob() }
}
