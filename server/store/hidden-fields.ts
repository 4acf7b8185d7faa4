import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { foldSearch } from '#domain/alike/search-keys.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { invalid } from '#domain/problem.ts'
import { foldText } from '#domain/text.ts'
import type { Filter } from './conditions.ts'
import type { Condition, Dialect } from './dialect.ts'
import { foldedOf } from './field-conditions.ts'
import { escapeLike } from './like.ts'
import type { ListQuery } from './record-list.ts'

/** Whoever sees a field masked could still guess it letter by letter, by filters, sorts and searches. */
export function refuseHidden(
  entity: Entity,
  hidden: readonly string[],
  query: Pick<ListQuery, 'filters'> & Partial<ListQuery>,
): void {
  const sorts = [query.sort, ...(query.thenBy ?? [])].flatMap((sort) => (sort ? [sort.field] : []))
  const field = [...sorts, ...query.filters.flatMap(fieldsIn)].find((name) => hidden.includes(name))
  if (field === undefined) return
  const { label } = entity.fields[field]!
  throw invalid([{ field, message: `${label} is masked for you: it cannot be filtered or sorted by` }])
}

function fieldsIn(filter: Filter): string[] {
  if ('field' in filter) return [filter.field]
  const parts = 'all' in filter ? filter.all : 'any' in filter ? filter.any : filter.none
  return parts.flatMap(fieldsIn)
}

/** Only what is found by something other than the hidden fields. */
export function withoutHidden(
  dialect: Dialect,
  entity: Entity,
  hidden: readonly string[],
  search: string | undefined,
  within: Condition | undefined,
): Condition | undefined {
  if (hidden.length === 0 || !search?.trim()) return within
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${entity.table}.${name}`)
  const patterns = foldSearch(search)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `%${escapeLike(word)}%`)
  const [key] = entity.key
  const exact = key ? entity.fields[key]!.toKey(search.trim()) : foldText(search.trim())
  const seen = hidden.reduce<RawBuilder<unknown>>(
    (text, name) => sql`replace(${text}, coalesce(${foldedOf(dialect, entity, columnName(name))}, ''), '')`,
    column('search_text'),
  )
  // Whoever writes a guess into another field finds it there, whether it is right and was taken out or not.
  const others = Object.keys(entity.fields).filter((name) => {
    const { searched, column: kept } = entity.fields[name]!
    return searched && kept.type === 'text' && !hidden.includes(name)
  })
  // Most often there is nothing hidden in a record, and all of its searched text is seen.
  const isNoneHidden = sql<SqlBool>`(${sql.join(
    hidden.map((name) => sql`${column(columnName(name))} is null`),
    sql` and `,
  )})`
  const texts = [seen, ...others.map((name) => foldedOf(dialect, entity, columnName(name)))]
  const isLike = (text: RawBuilder<unknown>, pattern: string): RawBuilder<SqlBool> =>
    sql`${text} like ${pattern} escape '\\'`
  // All that is searched is looked at first: of most records, the rest need not be folded.
  const holds = (pattern: string): RawBuilder<SqlBool> =>
    sql`(${isLike(column('search_text'), pattern)} and (${isNoneHidden} or ${sql.join(
      texts.map((text) => isLike(text, pattern)),
      sql` or `,
    )}))`
  const test = (): RawBuilder<SqlBool> =>
    sql`(${column('natural_key')} = ${exact} or (${sql.join(patterns.map(holds), sql` and `)}))`
  const found: Condition = {
    shape: `found by ${patterns.length} seen`,
    parameters: [
      exact,
      ...patterns.flatMap((pattern) => Array.from({ length: texts.length + 1 }, () => pattern)),
    ],
    test,
  }
  if (!within) return found
  return {
    ...both(within, found),
    ...(within.inside && { inside: within.inside }),
    ...(within.apart && { apart: within.apart.map((part) => partWith(part, found)) }),
  }
}

function partWith(part: Condition, found: Condition): Condition {
  const { named } = part
  return {
    ...part,
    ...both(part, found),
    ...(named && { named: { ...named, walked: both(named.walked, found) } }),
  }
}

const both = (one: Condition, other: Condition): Condition => ({
  shape: `${one.shape} ${other.shape}`,
  parameters: [...one.parameters, ...other.parameters],
  test: () => sql`${one.test()} and ${other.test()}`,
})
