import type { BulkChange } from '#domain/api/changes/bulk.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { withImpliedFields } from '#domain/catalogue/implied-fields.ts'
import type { FirmCalendar } from '#domain/lists/relative-days.ts'
import { readListQuery, type QueryText } from '../records/list-query.ts'
import type { Matching } from '../store/query/conditions.ts'

export interface BulkRequest {
  action: 'update' | 'delete'
  /** The records by id or code, or the filter they match. */
  which: readonly string[] | Matching
  /** The values set on each record, including the levels above a place, which follow from it. */
  input: Readonly<Record<string, unknown>>
  /** The fields named in the request. */
  fields: readonly string[]
  /** The expected version of a record by id, where the client sent one. */
  versions: ReadonlyMap<string, number>
  isDryRun: boolean
}

export const toBulkRequest = (
  entity: Entity,
  { action, ids, query = '', set = {}, versions }: BulkChange,
  isDryRun: boolean,
  calendar: FirmCalendar,
): BulkRequest => ({
  action,
  which: ids === undefined ? readMatching(entity, query, calendar) : [...new Set(ids)],
  input: withImpliedFields(entity, set),
  fields: Object.keys(set),
  versions: new Map(Object.entries(versions)),
  isDryRun,
})

/** Paging and order are dropped, because all matching records are changed. */
function readMatching(entity: Entity, text: string, calendar: FirmCalendar): Matching {
  const query: QueryText = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name]
    query[name] = before === undefined ? value : [before, value].flat()
  }
  for (const name of ['sort', 'limit', 'after', 'total', 'names']) delete query[name]
  const { filters, search } = readListQuery(entity, query, calendar)
  return { filters, ...(search && { search }) }
}
