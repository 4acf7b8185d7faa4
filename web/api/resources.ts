import type { Entity, RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { formOf } from '#domain/contract/forms.ts'
import { lastCodeLookups } from '#domain/contract/last-codes.ts'
import { request } from './client.ts'
import { readDocument, readOr } from './read.ts'

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
  /** Field → the value it must have. */
  filters?: Readonly<Record<string, string>>
}

const pathOf = (entity: Entity, id?: string): string =>
  `/api/v1/${entity.path}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`

export function listRecords(entity: Entity, query: ListQuery = {}, signal?: AbortSignal): Promise<Page> {
  const { q, after, sort, limit, total, filters } = query
  const blank: Page = { items: [], next: null }
  return readOr(pathOf(entity), blank, {
    query: { ...filters, q, after, sort, limit: limit?.toString(), total: total ? 'true' : undefined },
    ...(signal && { signal }),
  })
}

/** By id, or by code where one field is the key. */
export function readRecord(entity: Entity, idOrCode: string, signal?: AbortSignal): Promise<StoredRecord> {
  return readDocument<StoredRecord>(
    pathOf(entity, idOrCode),
    { id: '', version: 0 },
    signal ? { signal } : {},
  )
}

/** The version is that of the record the change was made from: what changed meanwhile is not overwritten. */
export function updateRecord(
  entity: Entity,
  { id, version }: Pick<StoredRecord, 'id' | 'version'>,
  values: RecordValues,
): Promise<StoredRecord> {
  return request<StoredRecord>('PATCH', pathOf(entity, id), { body: { ...values, version } })
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

/** The last code dealt out, where codes are. */
export async function lastCode(entity: Entity, signal?: AbortSignal): Promise<string | undefined> {
  const row = lastCodeLookups.find((each) => each.entity === entity.name)
  if (!row) return undefined
  const answer = await readOr<Record<string, unknown>>(row.path, {}, signal ? { signal } : {})
  const code = answer[row.answer]
  return typeof code === 'string' ? code : undefined
}
