import type { BulkChange } from '#domain/api/changes/bulk.ts'
import { referencesOf } from '#domain/catalogue/catalogue.ts'
import { partsOfReference } from '#domain/catalogue/referrers.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { levelsBeside } from '#domain/catalogue/levels.ts'
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
  for (const name of ['sort', 'limit', 'after', 'total']) delete query[name]
  const { filters, search } = readListQuery(entity, query, calendar)
  return { filters, ...(search && { search }) }
}

/**
 * Fields that follow from a reference (the levels above a place, the name of a code) are emptied, so that they are filled
 * from the new reference as in a form, unless they are set as well.
 */
function withImpliedFields(entity: Entity, set: Record<string, unknown>): Record<string, unknown> {
  const references = referencesOf(entity)
  const implied = references
    .filter(({ name }) => name in set && set[name] !== null && set[name] !== '')
    .flatMap((referring) => [
      ...levelsBeside(referring).map(({ own }) => own),
      ...references.filter((each) => each.reference.pairedWith === referring.name).map(({ name }) => name),
    ])
  // A branch is identified together with its company, so the company is kept.
  const referenceParts = references
    .filter(({ name }) => name in set)
    .flatMap((each) => Object.values(partsOfReference(each)))
  const emptied = implied.filter((name) => !(name in set) && !referenceParts.includes(name))
  return { ...Object.fromEntries(emptied.map((name) => [name, null])), ...set }
}
