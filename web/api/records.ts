import type { AlikeRecord } from '#domain/alike/alike-record.ts'
import type { Entity, RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Binned, CommentShown, RevertDifference, StillBinned, UsedBy } from '#domain/record-page.ts'
import { request } from './client.ts'
import { readDocument, readItems, readOr } from './read.ts'

const pathOf = (entity: Entity, { id }: Pick<StoredRecord, 'id'>): string => `/api/v1/${entity.path}/${id}`

/** Records that may be the same as what is typed, or stored, so far. */
export async function findAlike(
  entity: Entity,
  values: Readonly<Record<string, unknown>>,
): Promise<readonly AlikeRecord[]> {
  return (await request<{ items: AlikeRecord[] }>('POST', `/api/v1/alike/${entity.path}`, { body: values }))
    .items
}

export async function usedBy(
  entity: Entity,
  record: StoredRecord,
  isExact: boolean,
): Promise<readonly UsedBy[]> {
  const query = { exact: isExact ? 'true' : undefined }
  return readItems<UsedBy>(`${pathOf(entity, record)}/used-by`, { query })
}

export const differenceTo = (
  entity: Entity,
  record: StoredRecord,
  to: number,
): Promise<{ version: number; changes: RevertDifference[] }> =>
  readDocument(`${pathOf(entity, record)}/revert`, { version: 0, changes: [] }, { query: { to: String(to) } })

export const revertTo = (
  entity: Entity,
  record: StoredRecord,
  to: number,
  version: number,
): Promise<StoredRecord> => request('POST', `${pathOf(entity, record)}/revert`, { body: { to, version } })

export async function commentsOn(entity: Entity, record: StoredRecord): Promise<readonly CommentShown[]> {
  const query = { entity: entity.name, record: record.id }
  return readItems<CommentShown>('/api/v1/comments', { query })
}

export const addComment = (
  entity: Entity,
  record: StoredRecord,
  body: string,
  idempotencyKey: string,
): Promise<CommentShown> =>
  request('POST', '/api/v1/comments', {
    body: { entity: entity.name, record: record.id, body },
    headers: { 'idempotency-key': idempotencyKey },
  })

export const editComment = (id: string, body: string): Promise<CommentShown> =>
  request('PATCH', `/api/v1/comments/${id}`, { body: { body } })

export const removeComment = (id: string): Promise<void> => request('DELETE', `/api/v1/comments/${id}`)

export interface BinPage {
  items: Binned[]
  next: string | null
}

export const readBin = (
  query: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
): Promise<BinPage> =>
  readOr<BinPage>(
    '/api/v1/bin',
    { items: [], next: null },
    { query: { ...query }, ...(signal && { signal }) },
  )

export interface Restored {
  restored: number
  left: StillBinned[]
  batch: string | null
}

export const restoreMany = (items: readonly Pick<Binned, 'entity' | 'id'>[]): Promise<Restored> =>
  request('POST', '/api/v1/bin/restore', { body: { items: items.map(({ entity, id }) => ({ entity, id })) } })

/** One change of a record: who did what, when. */
export interface HistoryEntry {
  version: number
  action: 'create' | 'update' | 'delete' | 'restore'
  at: string
  by: string
  before: RecordValues | null
  after: RecordValues | null
  /** The change at once it was part of. */
  batch: string | null
}

export async function historyOf(entity: Entity, record: StoredRecord): Promise<readonly HistoryEntry[]> {
  const path = `${pathOf(entity, record)}/history`
  return readItems<HistoryEntry>(path)
}

export async function deleteRecord(entity: Entity, record: StoredRecord): Promise<void> {
  await request('DELETE', pathOf(entity, record), { headers: { 'if-match': `"${record.version}"` } })
}

export function restoreRecord(entity: Entity, record: StoredRecord): Promise<StoredRecord> {
  return request<StoredRecord>('POST', `${pathOf(entity, record)}/restore`)
}
