import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { foldSearch } from '#domain/duplicates/search-keys.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { isSearched, toKey } from '#domain/catalogue/stored/kinds.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { invalid } from '#domain/problem.ts'
import { foldText } from '#domain/text.ts'
import type { Filter } from '../query/conditions.ts'
import type { Condition, Dialect } from '../dialect.ts'
import { foldedColumn } from '../query/field-conditions.ts'
import { escapeLike } from '../query/like.ts'
import type { ListQuery } from '../query/record-list.ts'
import { t } from '#domain/messages/t.ts'

/** Rejects filters and sorts on masked fields, which could be guessed letter by letter. */
export function rejectHiddenFields(
  entity: Entity,
  hidden: readonly string[],
  query: Pick<ListQuery, 'filters'> & Partial<ListQuery>,
): void {
  const sorts = [query.sort, ...(query.thenBy ?? [])].flatMap((sort) => (sort ? [sort.field] : []))
  const field = [...sorts, ...query.filters.flatMap(fieldsIn)].find((name) => hidden.includes(name))
  if (field === undefined) return
  const { label } = entity.fields[field]!
  throw invalid([
    {
      field,
      message: t('{label} is masked for you: it cannot be filtered or sorted by', { label: t(label) }),
    },
  ])
}

function fieldsIn(filter: Filter): string[] {
  if ('field' in filter) return [filter.field]
  const parts = 'all' in filter ? filter.all : 'any' in filter ? filter.any : filter.none
  return parts.flatMap(fieldsIn)
}

/** Excludes records that match the search only in hidden fields. */
export function excludeHiddenMatches(
  dialect: Dialect,
  entity: Entity,
  hidden: readonly string[],
  search: string | undefined,
  scope: Condition | undefined,
): Condition | undefined {
  if (hidden.length === 0 || !search?.trim()) return scope
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${tableOf(entity)}.${name}`)
  const patterns = foldSearch(search)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${escapeLike(word)}%`)
  const [key] = entity.key
  const exact = key ? toKey(entity.fields[key]!, search.trim()) : foldText(search.trim())
  const visibleText = hidden.reduce<RawBuilder<unknown>>(
    (text, name) =>
      sql`replace(${text}, coalesce(${foldedColumn(dialect, entity, columnName(name))}, ''), '')`,
    column('search_text'),
  )
  // Other fields are tested separately: otherwise a guess written into one of them would be found only if it is wrong.
  const others = Object.keys(entity.fields).filter((name) => {
    const field = entity.fields[name]!
    return isSearched(field) && field.column.type === 'text' && !hidden.includes(name)
  })
  // Usually the hidden fields are empty, and all search text is visible.
  const isNoneHidden = sql<SqlBool>`(${sql.join(
    hidden.map((name) => sql`${column(columnName(name))} is null`),
    sql` and `,
  )})`
  const texts = [visibleText, ...others.map((name) => foldedColumn(dialect, entity, columnName(name)))]
  const isLike = (text: RawBuilder<unknown>, pattern: string): RawBuilder<SqlBool> =>
    sql`${text} like ${pattern} escape '\\'`
  // The search text is tested first: for most records the rest need not be evaluated.
  const matchesVisible = (pattern: string): RawBuilder<SqlBool> =>
    sql`(${isLike(column('search_text'), pattern)} and (${isNoneHidden} or ${sql.join(
      texts.map((text) => isLike(text, pattern)),
      sql` or `,
    )}))`
  const test = (): RawBuilder<SqlBool> =>
    sql`(${column('natural_key')} = ${exact} or (${sql.join(patterns.map(matchesVisible), sql` and `)}))`
  const found: Condition = {
    cacheKey: `found by ${patterns.length} seen`,
    parameters: [
      exact,
      ...patterns.flatMap((pattern) => Array.from({ length: texts.length + 1 }, () => pattern)),
    ],
    test,
  }
  if (!scope) return found
  return {
    ...allOf(scope, found),
    ...(scope.partition && { partition: scope.partition }),
    ...(scope.disjointParts && {
      disjointParts: scope.disjointParts.map((part) => ({ ...part, ...allOf(part, found) })),
    }),
  }
}

const allOf = (one: Condition, other: Condition): Condition => ({
  cacheKey: `${one.cacheKey} ${other.cacheKey}`,
  parameters: [...one.parameters, ...other.parameters],
  test: () => sql`${one.test()} and ${other.test()}`,
})
