import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { foldSearch } from '#domain/duplicates/search-keys.ts'
import { countTexts, type FieldFilter } from '#domain/lists/field-test.ts'
import { countCharacters } from '#domain/text.ts'
import type { Filter, Matching } from './conditions.ts'
import type { Condition, Db, Dialect } from '../dialect.ts'
import type { DirectedOrder } from './list-order.ts'
import { hasLongReads, isQuick } from '../long-reads.ts'
import { indexesFor } from '../schema/schema-of-catalogue.ts'

/**
 * - `index`: an index scan returns the page, or the table is small
 * - `search`: the search index counts the matches quickly; if there are few, only these are read
 * - `long`: no index bounds the rows that have to be read
 */
export type ReadCost = 'index' | 'search' | 'long'

/** Larger pages, such as those of exports, are long reads. */
const maxPageSize = 250
const maxSearchWords = 3
const minIndexedLength = 3

export async function estimatePageCost(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  query: Matching & { limit: number },
  orders: readonly DirectedOrder[],
): Promise<ReadCost> {
  if (!hasLongReads(db)) return 'index'
  if (query.limit <= maxPageSize && isIndexScan(entity, query, orders)) return 'index'
  if (await isQuick(db, dialect, entity, testsPerRow(query))) return 'index'
  return isIndexedSearch(entity, query) ? 'search' : 'long'
}

/** The number of tests for each record. */
export function testsPerRow(query: Pick<Matching, 'filters' | 'search'>): number {
  const texts = query.filters.reduce((sum, filter) => sum + countTexts(filter), 0)
  return 1 + texts + wordsIn(query.search).length
}

const wordsIn = (search: string | undefined): string[] =>
  foldSearch(search ?? '')
    .split(/\s+/)
    .filter(Boolean)

function isIndexedSearch(entity: Entity, query: Matching): boolean {
  const words = wordsIn(query.search)
  return (
    entity.large &&
    words.length <= maxSearchWords &&
    words.some((word) => countCharacters(word) >= minIndexedLength) &&
    query.filters.every((filter) => countTexts(filter) === 0) &&
    (query.related ?? []).length + (query.conditions ?? []).length === 0
  )
}

/** Whether an index scan returns the page and reads hardly any record that is not on it. */
function isIndexScan(entity: Entity, query: Matching, orders: readonly DirectedOrder[]): boolean {
  if (query.search) return false
  if (query.filters.some((filter) => isKeyTest(entity, filter))) return true
  if (query.related?.some(({ isAmong }) => isAmong) || query.conditions?.length) return false
  const sort = sortColumns(orders)
  const filtered = filteredColumns(entity, query, sort?.[0])
  const parts = partColumns(query.scope)
  if (!sort || !filtered || !parts) return false
  return parts.every((part) => isIndexed(entity, [...new Set([...part, ...filtered])], sort))
}

/**
 * The parts of the scope, where an index counts each of them without reading the records: the filters are limits of one column
 * that follows the one of the part in an index.
 */
export function partsCountedByIndex(entity: Entity, query: Matching): readonly Condition[] | undefined {
  const { scope, filters, search, related = [], conditions = [] } = query
  const columns = partColumns(scope)
  if (!scope || !columns || search || related.length + conditions.length > 0) return undefined
  const limited = new Set(filters.map((filter) => (isLimit(filter) ? columnName(filter.field) : undefined)))
  const [limit] = limited
  if (limit === undefined || limited.size > 1) return undefined
  return columns.every((part) => isIndexed(entity, part, [limit])) ? partsOf(scope) : undefined
}

const isLimit = (filter: Filter): filter is FieldFilter =>
  'test' in filter && (filter.test === 'from' || filter.test === 'to')

/** Whether an index returns that order among rows with one value in each of these columns. */
function isIndexed(entity: Entity, fixed: readonly string[], sort: readonly string[]): boolean {
  // The key is unique.
  if (fixed.length === 0 && sort[0] === 'natural_key') return true
  return indexesFor(entity).some(({ columns }) => {
    const prefixLength = columns.findIndex((column) => !fixed.includes(column))
    if (fixed.length > 0 && prefixLength === 0) return false
    const isOrdered = sort.every((column, at) => columns[prefixLength + at] === column)
    return isOrdered && fixed.every((column) => columns.includes(column))
  })
}

const isKeyTest = ({ key }: Entity, filter: Filter): boolean =>
  'test' in filter && filter.test === 'is' && key.length === 1 && key[0] === filter.field

/** The columns that an index must have in sequence; undefined if there can be none. */
function sortColumns(orders: readonly DirectedOrder[]): string[] | undefined {
  const columns = orders.map(({ order }) => order.column ?? order.indexColumn)
  const isUniform = orders.every(({ descending }) => descending === orders[0]!.descending)
  const known = columns.filter((column) => column !== undefined)
  if (!isUniform || known.length < columns.length) return undefined
  return known.includes('natural_key') || known.includes('id') ? known : [...known, 'id']
}

/** A scope with a partition is read as one part. */
const partsOf = (scope: Condition): readonly Condition[] =>
  scope.partition ? [scope] : (scope.disjointParts ?? [scope])

/** The fixed column of each part that is read separately; undefined if a part has none. */
function partColumns(scope: Condition | undefined): string[][] | undefined {
  if (!scope) return [[]]
  const columns = scope.partition ? [scope.partition.column] : scope.disjointParts?.map((part) => part.column)
  return columns?.every((column) => column !== undefined) ? columns.map((column) => [column]) : undefined
}

/** The columns that filters fix to one value; undefined if there are other conditions. */
function filteredColumns(
  entity: Entity,
  query: Matching,
  sortedBy: string | undefined,
): string[] | undefined {
  const fixed = new Set<string>()
  for (const filter of query.filters) {
    if (!('test' in filter)) return undefined
    const column = columnName(filter.field)
    if (isLimit(filter) && column === sortedBy && !filter.values.includes(null)) continue
    if (filter.test !== 'is' || filter.values.length !== 1 || entity.fields[filter.field]?.reference?.many)
      return undefined
    fixed.add(column)
  }
  return [...fixed]
}
