import { referencesOf } from '#domain/catalogue/catalogue.ts'
import { partsOfReference } from '#domain/catalogue/referring.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { levelsBeside } from '#domain/catalogue/levels.ts'
import { parseRecord } from '#domain/catalogue/parse-record.ts'
import type { FirmCalendar } from '#domain/lists/relative-days.ts'
import { invalid, problemOfShape, type FieldProblem } from '#domain/problem.ts'
import { readListQuery, type QueryText } from '../resources/list-query.ts'
import type { Matching } from '../store/conditions.ts'

export interface BulkRequest {
  action: 'update' | 'delete'
  /** The records by their ids or codes, or what they have in common. */
  which: readonly string[] | Matching
  /** What each record gets; the levels above a place that is set follow from it. */
  input: Readonly<Record<string, unknown>>
  /** The fields that were asked for. */
  fields: readonly string[]
  /** From which version on the change was meant, where it matters. */
  versions: ReadonlyMap<string, number>
  rehearse: boolean
}

export const mostAtOnce = 5000
const mostQuery = 8000
const members = ['action', 'ids', 'query', 'set', 'versions', 'rehearse']

export function readBulkRequest(entity: Entity, body: unknown, calendar: FirmCalendar): BulkRequest {
  if (!isObject(body)) throw invalid([problemOfShape('A bulk change')])
  const problems: FieldProblem[] = Object.keys(body)
    .filter((name) => !members.includes(name))
    .map((field) => ({ field, message: `${field} is not part of a bulk change` }))
  const { action, ids, query, set, versions = {}, rehearse = false } = body
  const refuse = (field: string, message: string): void => void problems.push({ field, message })
  if (action !== 'update' && action !== 'delete') refuse('action', 'action should be update or delete')
  if ((ids === undefined) === (query === undefined))
    refuse('ids', 'Say which records: either ids or a query, as the list has it')
  if (ids !== undefined && !isListOfTexts(ids)) refuse('ids', 'ids should be a list of ids')
  if (query !== undefined && (typeof query !== 'string' || query.length > mostQuery))
    refuse('query', `query should be what follows the ? of a list, at most ${mostQuery} characters`)
  if (typeof rehearse !== 'boolean') refuse('rehearse', 'rehearse should be true or false')
  if (!isObject(versions) || !Object.values(versions).every((each) => Number.isSafeInteger(each)))
    refuse('versions', 'versions should be an object with the version of each id')
  if (action === 'update') problems.push(...problemsOfSet(entity, set))
  else if (set !== undefined) refuse('set', 'set is for updates')
  if (problems.length > 0) throw invalid(problems)
  return {
    action: action as BulkRequest['action'],
    which:
      ids === undefined ? readMatching(entity, query as string, calendar) : [...new Set(ids as string[])],
    input: action === 'update' ? withWhatFollows(entity, set as Record<string, unknown>) : {},
    fields: Object.keys((set as object | undefined) ?? {}),
    versions: new Map(Object.entries(versions as Record<string, number>)),
    rehearse: rehearse as boolean,
  }
}

function problemsOfSet(entity: Entity, set: unknown): FieldProblem[] {
  if (!isObject(set) || Object.keys(set).length === 0)
    return [{ field: 'set', message: 'set should be an object with at least one field' }]
  const fixed = Object.keys(set).filter(
    (name) => !entity.fields[name] || entity.fields[name].presence === 'generated',
  )
  if (fixed.length > 0)
    return fixed.map((field) => ({
      field,
      message: `${field} of ${entity.plural.toLowerCase()} cannot be set`,
    }))
  return parseRecord(entity, set, {}).problems
}

/** A list shows a page in some order; what is changed is all of it. */
function readMatching(entity: Entity, text: string, calendar: FirmCalendar): Matching {
  const query = Object.create(null) as QueryText
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name]
    query[name] = before === undefined ? value : [before, value].flat()
  }
  for (const name of ['sort', 'limit', 'after', 'total']) delete query[name]
  const { filters, search } = readListQuery(entity, query, calendar)
  return { filters, ...(search && { search }) }
}

/**
 * What the record says beside a reference (the levels above a place, the name beside a code) follows from what is set, as it
 * does in a form, unless it is set as well.
 */
function withWhatFollows(entity: Entity, set: Record<string, unknown>): Record<string, unknown> {
  const references = referencesOf(entity)
  const follows = references
    .filter(({ name }) => name in set && set[name] !== null && set[name] !== '')
    .flatMap((referring) => [
      ...levelsBeside(referring).map(({ own }) => own),
      ...references.filter((each) => each.reference.pairedWith === referring.name).map(({ name }) => name),
    ])
  // A branch is looked for within its company: that one stays.
  const kept = references
    .filter(({ name }) => name in set)
    .flatMap((each) => Object.values(partsOfReference(each)))
  const emptied = follows.filter((name) => !(name in set) && !kept.includes(name))
  return { ...Object.fromEntries(emptied.map((name) => [name, null])), ...set }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' && each !== '' && each.length <= 200)
