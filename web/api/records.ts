import type { DuplicateRecord } from '#domain/api/records/duplicates.ts'
import type { RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import type { EntityLabels } from '#domain/catalogue/entity-labels.ts'
import type { BinnedRecord, BinPage, Restored } from '#domain/api/records/bin.ts'
import type { CommentView } from '#domain/api/records/comments.ts'
import type { RecordUsage, RevertDifferences } from '#domain/api/records/record-page.ts'
import type { Names } from '#domain/lists/names.ts'
import { request } from './client.ts'
import { readDocument, readItems, readOr } from './read.ts'

const pathOf = (entity: EntityLabels, { id }: Pick<StoredRecord, 'id'>): string =>
  `/api/v1/${entity.path}/${id}`

/** Possible duplicates of the typed or stored values. */
export async function findDuplicates(
  entity: EntityLabels,
  values: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<readonly DuplicateRecord[]> {
  const path = `/api/v1/duplicates/${entity.path}`
  return (await request<{ items: DuplicateRecord[] }>('POST', path, { body: values, signal })).items
}

export async function usedBy(
  entity: EntityLabels,
  record: StoredRecord,
  isExact: boolean,
  signal: AbortSignal,
): Promise<readonly RecordUsage[]> {
  const query = { exact: isExact ? 'true' : undefined }
  return readItems<RecordUsage>(`${pathOf(entity, record)}/used-by`, { query, signal })
}

export const differenceTo = (
  entity: EntityLabels,
  record: StoredRecord,
  to: number,
  signal: AbortSignal,
): Promise<RevertDifferences> =>
  readDocument(
    `${pathOf(entity, record)}/revert`,
    { version: 0, changes: [] },
    { query: { to: String(to) }, signal },
  )

export const revertTo = (
  entity: EntityLabels,
  record: StoredRecord,
  to: number,
  version: number,
): Promise<StoredRecord> => request('POST', `${pathOf(entity, record)}/revert`, { body: { to, version } })

export async function commentsOn(
  entity: EntityLabels,
  record: StoredRecord,
  signal: AbortSignal,
): Promise<readonly CommentView[]> {
  const query = { entity: entity.name, record: record.id }
  return readItems<CommentView>('/api/v1/comments', { query, signal })
}

export const addComment = (
  entity: EntityLabels,
  record: StoredRecord,
  body: string,
  idempotencyKey: string,
): Promise<CommentView> =>
  request('POST', '/api/v1/comments', {
    body: { entity: entity.name, record: record.id, body },
    headers: { 'idempotency-key': idempotencyKey },
  })

export const editComment = (id: string, body: string): Promise<CommentView> =>
  request('PATCH', `/api/v1/comments/${id}`, { body: { body } })

export const removeComment = (id: string): Promise<void> => request('DELETE', `/api/v1/comments/${id}`)

export const readBin = (
  query: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
): Promise<BinPage> =>
  readOr<BinPage>(
    '/api/v1/bin',
    { items: [], next: null },
    { query: { ...query }, ...(signal && { signal }) },
  )

export const restoreMany = (items: readonly Pick<BinnedRecord, 'entity' | 'id'>[]): Promise<Restored> =>
  request('POST', '/api/v1/bin/restore', { body: { items: items.map(({ entity, id }) => ({ entity, id })) } })

/** One change of a record: who did what, when. */
export interface HistoryEntry {
  version: number
  action: 'create' | 'update' | 'delete' | 'restore'
  at: string
  by: string
  before: RecordValues | null
  after: RecordValues | null
  /** The bulk change it was part of. */
  batch: string | null
}

export interface RecordChanges {
  items: readonly HistoryEntry[]
  names: Names
}

export const historyOf = (
  entity: EntityLabels,
  record: StoredRecord,
  signal: AbortSignal,
): Promise<RecordChanges> =>
  readOr<RecordChanges>(`${pathOf(entity, record)}/history`, { items: [], names: {} }, { signal })

/** The names of the records that it refers to. */
export const namesIn = (
  entity: EntityLabels,
  record: Pick<StoredRecord, 'id'>,
  signal?: AbortSignal,
): Promise<Names> => readOr<Names>(`${pathOf(entity, record)}/names`, {}, signal ? { signal } : {})

export async function deleteRecord(entity: EntityLabels, record: StoredRecord): Promise<void> {
  await request('DELETE', pathOf(entity, record), { headers: { 'if-match': `"${record.version}"` } })
}

export function restoreRecord(entity: EntityLabels, record: Pick<StoredRecord, 'id'>): Promise<StoredRecord> {
  return request<StoredRecord>('POST', `${pathOf(entity, record)}/restore`)
}
