import type { AuditPage } from '#domain/audit.ts'
import { ask } from './client.ts'
import { readOr } from './read.ts'

/** Under its name on the page, where `from` says where a list begins. */
function asked(search: URLSearchParams): Record<string, string | undefined> {
  const { since, until, ...rest } = Object.fromEntries(search)
  return { ...rest, from: since, to: until }
}

export const readAudit = (search: URLSearchParams, signal: AbortSignal): Promise<AuditPage> =>
  readOr<AuditPage>('/api/v1/audit', { items: [], next: null }, { query: asked(search), signal })

export async function exportAudit(search: URLSearchParams): Promise<{ name: string; content: Blob }> {
  const { after: _, ...query } = asked(search)
  const response = await ask('GET', '/api/v1/audit/export', { query })
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { name: name ?? 'audit.csv', content: await response.blob() }
}
