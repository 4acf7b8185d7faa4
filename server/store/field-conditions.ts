import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import type { FieldFilter } from '#domain/lists/field-test.ts'
import { foldText } from '#domain/text.ts'
import type { Condition, Db, Dialect } from './dialect.ts'
import { escapeLike } from './like.ts'

/** With its table, because others may stand beside it. */
export const columnOf = (entity: Entity, column: string): RawBuilder<Cell> =>
  sql.ref<Cell>(`${entity.table}.${column}`)

/** A test that looks at nothing but a column: any but those for part of a text. */
export function testOf(dialect: Dialect, entity: Entity, { field, test, values }: FieldFilter): Condition {
  const column = columnOf(entity, columnName(field))
  const shape = `${field} ${test} ${values.map((value) => (value === null ? 'none' : 'one')).join()}`
  if (test === 'from' || test === 'to') {
    const sign = sql.raw(test === 'from' ? '>=' : '<=')
    const [limit] = values
    const orNone = values.includes(null) ? sql` or ${column} is null` : sql``
    return { shape, parameters: [limit!], test: () => sql`(${column} ${sign} ${limit}${orNone})` }
  }
  const matches = matcherOf(dialect, entity, field)
  const isAnyOf = (): RawBuilder<SqlBool> => {
    const tests = values.map((value) =>
      value === null ? sql<SqlBool>`${column} is null` : matches.test(matches.toParameter(value)),
    )
    return sql`(${sql.join(tests, sql` or `)})`
  }
  return {
    shape,
    parameters: values.filter((value) => value !== null).map(matches.toParameter),
    // What has no value is none of these either.
    test: test === 'not' ? () => sql`(${isAnyOf()} is not true)` : isAnyOf,
  }
}

interface Matcher {
  toParameter: (value: Cell) => Cell
  test: (parameter: Cell) => RawBuilder<SqlBool>
}

/** How a filter finds a value: codes, own or referred to, as a person would compare them; all else exactly. */
function matcherOf(dialect: Dialect, entity: Entity, field: string): Matcher {
  const column = columnOf(entity, columnName(field))
  const exactly: Matcher = { toParameter: (value) => value, test: (value) => sql`${column} = ${value}` }
  const declared = entity.fields[field]
  // Worked out by the database, or a moment that every record carries.
  if (!declared) return exactly
  if (isKey(entity, field))
    return { toParameter: declared.toKey, test: (key) => sql`${columnOf(entity, 'natural_key')} = ${key}` }
  const reference = declared.reference
  if (reference?.many)
    return {
      toParameter: String,
      test: (value) => dialect.listContains(`${entity.table}.${columnName(field)}`, String(value)),
    }
  const target = reference && entityNamed(reference.entity)
  if (target && target.key.length === 1 && target.key[0] === reference.field) {
    const { toKey } = target.fields[reference.field]!
    const code = sql.ref(columnName(reference.field))
    return {
      toParameter: toKey,
      test: (key) =>
        sql`${column} = (select ${code} from ${sql.table(target.table)} where natural_key = ${key})`,
    }
  }
  return exactly
}

const isKey = (entity: Entity, field: string): boolean => entity.key.length === 1 && entity.key[0] === field

/** The text of a column as `foldText` folds it, from what was stored when the record was written. */
export function foldedOf(dialect: Dialect, entity: Entity, column: string): RawBuilder<string> {
  const stored = dialect.memberOf(`${entity.table}.folded_texts`, column)
  return sql`coalesce(${stored}, lower(${columnOf(entity, column)}))`
}

/** Whether a text holds, or begins with, any of these, both compared as search compares them. */
export async function partCondition(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  { field, test, values }: FieldFilter,
): Promise<Condition> {
  const declared = entity.fields[field]!
  // The key is kept in that form already, unless its digits are padded to be sorted.
  const isFolded = isKey(entity, field) && !declared.series
  const text = isFolded ? columnOf(entity, 'natural_key') : foldedOf(dialect, entity, columnName(field))
  const tests: Condition[] = []
  for (const value of values) {
    const part = foldText(String(value))
    const pattern = `${test === 'has' ? '%' : ''}${escapeLike(part)}%`
    // What search looks into holds it as well, and has an index where there are many records.
    const found = declared.searched ? await dialect.searchCondition(db, entity, part) : undefined
    const first = (): RawBuilder<SqlBool> => (found ? sql`${found.test()} and` : sql``)
    tests.push({
      shape: found?.shape ?? '',
      parameters: [...(found?.parameters ?? []), pattern],
      test: () => sql`(${first()} ${text} like ${pattern} escape '\\')`,
    })
  }
  return {
    shape: `${field} ${test} ${tests.map(({ shape }) => shape).join()}`,
    parameters: tests.flatMap(({ parameters }) => parameters),
    test: () =>
      sql`(${sql.join(
        tests.map((each) => each.test()),
        sql` or `,
      )})`,
  }
}
