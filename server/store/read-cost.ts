import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { foldSearch } from '#domain/alike/search-keys.ts'
import { countTexts, type ReadFilter } from '#domain/lists/field-test.ts'
import { countCharacters } from '#domain/text.ts'
import type { Filter, Matching } from './conditions.ts'
import type { Condition, Db, Dialect } from './dialect.ts'
import type { Directed } from './list-order.ts'
import { hasLongReads, isQuick } from './long-reads.ts'
import { indexesFor } from './schema-of-catalogue.ts'

/**
 * - `index`: an index leads to the page, or the table is small
 * - `search`: the search index says in a moment how many match; where few do, they are all there is to look at
 * - `long`: no index bounds what has to be looked at
 */
export type ReadCost = 'index' | 'search' | 'long'

/** Larger pages, as exports have them, are a load of their own. */
const maxRowsAtOnce = 250
const maxWordsInSearch = 3
const shortestIndexed = 3

export async function costOfPage(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  query: Matching & { limit: number },
  orders: readonly Directed[],
): Promise<ReadCost> {
  if (!hasLongReads(db)) return 'index'
  if (query.limit <= maxRowsAtOnce && isAlongIndex(entity, query, orders)) return 'index'
  if (await isQuick(db, dialect, entity, testsPerRow(query))) return 'index'
  return isIndexedSearch(entity, query) ? 'search' : 'long'
}

/** With how many tests each record is looked at. */
export function testsPerRow(query: Pick<Matching, 'filters' | 'search'>): number {
  const texts = query.filters.reduce((sum, filter) => sum + countTexts(filter as ReadFilter), 0)
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
    words.length <= maxWordsInSearch &&
    words.some((word) => countCharacters(word) >= shortestIndexed) &&
    query.filters.every((filter) => countTexts(filter as ReadFilter) === 0) &&
    (query.related ?? []).length === 0
  )
}

/** Whether the page is read along an index and hardly a record is looked at that is not on it. */
function isAlongIndex(entity: Entity, query: Matching, orders: readonly Directed[]): boolean {
  if (query.search) return false
  if (query.filters.some((filter) => isKeyTest(entity, filter))) return true
  if (query.related?.some(({ isAmong }) => isAmong)) return false
  const sort = sortColumns(orders)
  const fixed = fixedColumns(entity, query, sort?.[0])
  if (!sort || !fixed) return false
  // Of two records one key is never the same.
  if (fixed.length === 0 && sort[0] === 'natural_key') return true
  return indexesFor(entity).some(({ columns }) => {
    const first = fixed.filter((column) => column === columns[0])
    if (fixed.length > 0 && first.length === 0) return false
    const isPrefix = [...first, ...sort].every((column, at) => columns[at] === column)
    return isPrefix && fixed.every((column) => columns.includes(column))
  })
}

const isKeyTest = ({ key }: Entity, filter: Filter): boolean =>
  'test' in filter && filter.test === 'is' && key.length === 1 && key[0] === filter.field

/** The columns an index must have one after the other; undefined where none could. */
function sortColumns(orders: readonly Directed[]): string[] | undefined {
  const columns = orders.map(({ order }) => order.column ?? order.along)
  const isOneWay = orders.every(({ descending }) => descending === orders[0]!.descending)
  if (!isOneWay || columns.some((column) => column === undefined)) return undefined
  const known = columns as string[]
  return known.includes('natural_key') || known.includes('id') ? known : [...known, 'id']
}

const columnOfPart = (part: Condition & { column?: string }): string | undefined =>
  part.column ?? part.inside?.column

/** The columns that have one value in all that match; undefined where something else is tested. */
function fixedColumns(entity: Entity, query: Matching, sortedBy: string | undefined): string[] | undefined {
  const fixed = new Set<string>()
  const { within } = query
  if (within) {
    const parts = within.inside ? [within.inside] : within.apart
    if (!parts) return undefined
    // Those that other rows name are few, or are met often along any order.
    const columns = parts.filter(({ named }) => !named).map((part) => columnOfPart(part))
    const [column] = columns
    if (columns.some((each) => each === undefined || each !== column)) return undefined
    if (column !== undefined) fixed.add(column)
  }
  for (const filter of query.filters) {
    if (!('test' in filter)) return undefined
    const column = columnName(filter.field)
    const isLimit = filter.test === 'from' || filter.test === 'to'
    if (isLimit && column === sortedBy && !filter.values.includes(null)) continue
    if (filter.test !== 'is' || filter.values.length !== 1 || entity.fields[filter.field]?.reference?.many)
      return undefined
    fixed.add(column)
  }
  return [...fixed]
}
