import type { EntityName, RecordNamed } from '#domain/catalogue/catalogue.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import type { EntityLabels } from '#domain/catalogue/entity-labels.ts'
import type { Names } from '#domain/lists/names.ts'
import { lastCodeLookups } from '#domain/contract/last-codes.ts'
import { readDocument, readOr } from './read.ts'

/** A record of the entity with this name, or of any entity. */
export type RecordIn<N extends string> = N extends EntityName ? RecordNamed<N> : StoredRecord

export interface Page<N extends string = string> {
  items: RecordIn<N>[]
  /** Pass it as `after` to get the next page; null on the last one. */
  next: string | null
  total?: number
  /** There are more than `total`. */
  totalIsMinimum?: true
  names?: Names
}

export interface ListQuery {
  q?: string | undefined
  after?: string | undefined
  sort?: string | undefined
  limit?: number
  total?: boolean | 'quick'
  /** Asks for the names of the codes as well. */
  names?: boolean
  /** Field → the value it must have. */
  filters?: Readonly<Record<string, string>>
}

export const pathOf = (entity: EntityLabels, id?: string): string =>
  `/api/v1/${entity.path}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`

export function listRecords<N extends string>(
  entity: EntityLabels<N>,
  query: ListQuery = {},
  signal?: AbortSignal,
): Promise<Page<N>> {
  const { q, after, sort, limit, total, names, filters } = query
  const blank: Page<N> = { items: [], next: null }
  return readOr(pathOf(entity), blank, {
    query: {
      ...filters,
      q,
      after,
      sort,
      limit: limit?.toString(),
      total: total ? String(total) : undefined,
      names: names ? 'true' : undefined,
    },
    ...(signal && { signal }),
  })
}

/** By id, or by code where one field is the key. */
export function readRecord<N extends EntityName>(
  entity: EntityLabels<N>,
  idOrCode: string,
  signal?: AbortSignal,
): Promise<RecordNamed<N>>
export function readRecord(
  entity: EntityLabels,
  idOrCode: string,
  signal?: AbortSignal,
): Promise<StoredRecord>
export function readRecord(
  entity: EntityLabels,
  idOrCode: string,
  signal?: AbortSignal,
): Promise<StoredRecord> {
  return readDocument<StoredRecord>(
    pathOf(entity, idOrCode),
    { id: '', version: 0 },
    signal ? { signal } : {},
  )
}

/** The last generated code, for entities with generated codes. */
export async function lastCode(entity: EntityLabels, signal?: AbortSignal): Promise<string | undefined> {
  const row = lastCodeLookups.find((each) => each.entity === entity.name)
  if (!row) return undefined
  const answer = await readOr<Record<string, unknown>>(row.path, {}, signal ? { signal } : {})
  const code = answer[row.answer]
  return typeof code === 'string' ? code : undefined
}
