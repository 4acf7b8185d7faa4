import type { Entity, RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { formOf } from '#domain/contract/forms.ts'
import { lastCodeLookups } from '#domain/contract/lookups.ts'
import { request } from './client.ts'

export interface Page {
  items: StoredRecord[]
  /** Pass it as `after` to get the next page; null on the last one. */
  next: string | null
  total?: number
}

export interface ListQuery {
  q?: string | undefined
  after?: string | undefined
  sort?: string | undefined
  limit?: number
  total?: boolean
}

const pathOf = (entity: Entity, record?: StoredRecord): string =>
  `/api/v1/${entity.path}${record ? `/${encodeURIComponent(record.id)}` : ''}`

export function listRecords(entity: Entity, query: ListQuery = {}, signal?: AbortSignal): Promise<Page> {
  const { q, after, sort, limit, total } = query
  return request<Page>('GET', pathOf(entity), {
    query: { q, after, sort, limit: limit?.toString(), total: total ? 'true' : undefined },
    ...(signal && { signal }),
  })
}

/** Sent to the path the screen's contract names; the key makes it safe to send again after a lost answer. */
export function createRecord(
  entity: Entity,
  values: RecordValues,
  idempotencyKey: string,
): Promise<StoredRecord> {
  return request<StoredRecord>('POST', formOf(entity.name).submit, {
    body: values,
    headers: { 'idempotency-key': idempotencyKey },
  })
}

export async function deleteRecord(entity: Entity, record: StoredRecord): Promise<void> {
  await request('DELETE', pathOf(entity, record), { headers: { 'if-match': `"${record.version}"` } })
}

export function restoreRecord(entity: Entity, record: StoredRecord): Promise<StoredRecord> {
  return request<StoredRecord>('POST', `${pathOf(entity, record)}/restore`)
}

/** The last code dealt out; undefined for entities whose contract names no path to ask. */
export async function lastCode(entity: Entity, signal?: AbortSignal): Promise<string | undefined> {
  const row = lastCodeLookups.find((each) => each.entity === entity.name)
  if (!row) return undefined
  const answer = await request<Record<string, unknown>>('GET', row.path, signal ? { signal } : {})
  const code = answer[row.answer]
  return typeof code === 'string' ? code : undefined
}
