import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import { isSearched, toKey } from '#domain/catalogue/stored/kinds.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import type { FieldFilter } from '#domain/lists/field-test.ts'
import { foldText } from '#domain/text.ts'
import type { Condition, Db, Dialect } from '../dialect.ts'
import { escapeLike } from './like.ts'

/** Qualified with the table, because there may be joins. */
export const columnOf = (entity: Entity, column: string): RawBuilder<Cell> =>
  sql.ref<Cell>(`${tableOf(entity)}.${column}`)

/** A condition on one column: all tests but those of a substring. */
export function fieldCondition(
  dialect: Dialect,
  entity: Entity,
  { field, test, values }: FieldFilter,
): Condition {
  const column = columnOf(entity, columnName(field))
  const cacheKey = `${field} ${test} ${values.map((value) => (value === null ? 'none' : 'one')).join()}`
  if (test === 'from' || test === 'to') {
    const sign = sql.raw(test === 'from' ? '>=' : '<=')
    const [limit] = values
    const orNull = values.includes(null) ? sql` or ${column} is null` : sql``
    return { cacheKey, parameters: [limit!], test: () => sql`(${column} ${sign} ${limit}${orNull})` }
  }
  const matches = matcherOf(dialect, entity, field)
  const isAnyOf = (): RawBuilder<SqlBool> => {
    const tests = values.map((value) =>
      value === null ? sql<SqlBool>`${column} is null` : matches.test(matches.toParameter(value)),
    )
    return sql`(${sql.join(tests, sql` or `)})`
  }
  return {
    cacheKey,
    parameters: values.filter((value) => value !== null).map(matches.toParameter),
    // Null is not one of the values either.
    test: test === 'not' ? () => sql`(${isAnyOf()} is not true)` : isAnyOf,
  }
}

interface Matcher {
  toParameter: (value: Cell) => Cell
  test: (parameter: Cell) => RawBuilder<SqlBool>
}

/** How a filter compares values: codes and references case-insensitively, everything else exactly. */
function matcherOf(dialect: Dialect, entity: Entity, field: string): Matcher {
  const column = columnOf(entity, columnName(field))
  const exactMatch: Matcher = { toParameter: (value) => value, test: (value) => sql`${column} = ${value}` }
  const declared = entity.fields[field]
  // A generated column, or a timestamp that every record has.
  if (!declared) return exactMatch
  if (isKey(entity, field))
    return {
      toParameter: (value) => toKey(declared, value),
      test: (key) => sql`${columnOf(entity, 'natural_key')} = ${key}`,
    }
  const reference = declared.reference
  if (reference?.many)
    return {
      toParameter: String,
      test: (value) => dialect.listContains(`${tableOf(entity)}.${columnName(field)}`, String(value)),
    }
  const target = reference && entityNamed(reference.entity)
  if (target && target.key.length === 1 && target.key[0] === reference.field) {
    const keyField = target.fields[reference.field]!
    const code = sql.ref(columnName(reference.field))
    return {
      toParameter: (value) => toKey(keyField, value),
      test: (key) =>
        sql`${column} = (select ${code} from ${sql.table(tableOf(target))} where natural_key = ${key})`,
    }
  }
  return exactMatch
}

const isKey = (entity: Entity, field: string): boolean => entity.key.length === 1 && entity.key[0] === field

/** A column folded as `foldText` does, from the folded text stored with the record. */
export function foldedColumn(dialect: Dialect, entity: Entity, column: string): RawBuilder<string> {
  const stored = dialect.jsonMember(`${tableOf(entity)}.folded_texts`, column)
  return sql`coalesce(${stored}, lower(${columnOf(entity, column)}))`
}

/** Matches texts that contain or start with any of these values, folded as for search. */
export async function substringCondition(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  { field, test, values }: FieldFilter,
): Promise<Condition> {
  const declared = entity.fields[field]!
  // The key is already stored folded, unless its digits are padded for sorting.
  const isFolded = isKey(entity, field) && !declared.series
  const text = isFolded ? columnOf(entity, 'natural_key') : foldedColumn(dialect, entity, columnName(field))
  const tests: Condition[] = []
  for (const value of values) {
    const part = foldText(String(value))
    const pattern = `${test === 'has' ? '%' : ''}${escapeLike(part)}%`
    // The search text contains it as well, and has an index on large tables.
    const found = isSearched(declared) ? await dialect.searchCondition(db, entity, part) : undefined
    const first = (): RawBuilder<SqlBool> => (found ? sql`${found.test()} and` : sql``)
    tests.push({
      cacheKey: found?.cacheKey ?? '',
      parameters: [...(found?.parameters ?? []), pattern],
      test: () => sql`(${first()} ${text} like ${pattern} escape '\\')`,
    })
  }
  return {
    cacheKey: `${field} ${test} ${tests.map(({ cacheKey }) => cacheKey).join()}`,
    parameters: tests.flatMap(({ parameters }) => parameters),
    test: () =>
      sql`(${sql.join(
        tests.map((each) => each.test()),
        sql` or `,
      )})`,
  }
}
