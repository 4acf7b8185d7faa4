import { sql, type CompiledQuery, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import { foldText } from '#domain/text.ts'
import { manyMatches, type Condition, type Db, type Dialect, type Row, type Tables } from './dialect.ts'
import { runPrepared } from './prepared.ts'

export interface Filter {
  field: string
  test: 'is' | 'from' | 'to'
  /** Any of these; null means "has none". A limit is one value, with null beside it where having none will do as well. */
  values: readonly Cell[]
}

/** Only records whose field has, or has not, a value that a field of some other record has. */
export interface Related {
  field: string
  isAmong: boolean
  others: { entity: string; field: string } & Matching
}

/** Which records, whatever their order. */
export interface Matching {
  search?: string
  filters: readonly Filter[]
  related?: readonly Related[]
}

export type Query = SelectQueryBuilder<Tables, string, Row>

export function where(db: Db, entity: Entity, conditions: readonly Condition[]): Query {
  let found = db.selectFrom(entity.table) as unknown as Query
  for (const condition of conditions) found = found.where(condition.test())
  return found
}

/** With its table, because others may stand beside it. */
export const columnOf = (entity: Entity, column: string): RawBuilder<Cell> =>
  sql.ref<Cell>(`${entity.table}.${column}`)

export async function conditionsOf(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  query: Matching,
): Promise<Condition[]> {
  const conditions = query.filters.map((filter) => conditionOf(dialect, entity, filter))
  for (const related of query.related ?? []) conditions.push(await conditionOn(db, dialect, entity, related))
  for (const word of foldText(query.search ?? '')
    .split(/\s+/)
    .filter(Boolean)) {
    conditions.push(await dialect.searchCondition(db, entity, word))
  }
  return conditions
}

async function conditionOn(db: Db, dialect: Dialect, entity: Entity, related: Related): Promise<Condition> {
  const { field, isAmong, others } = related
  const target = entityNamed(others.entity)
  const conditions = await conditionsOf(db, dialect, target, others)
  const theirs = sql.ref(`${target.table}.${columnName(others.field)}`)
  const own = sql.ref(`${entity.table}.${columnName(field)}`)
  const from = sql`from ${sql.table(target.table)} where`
  const tests = (): RawBuilder<SqlBool> =>
    sql.join([sql`true`, ...conditions.map((each) => each.test())], sql` and `)
  const parameters = conditions.flatMap((each) => each.parameters)
  const shapes = conditions.map(({ shape }) => shape).join()
  const shape = `${field} ${isAmong} among ${others.entity} ${others.field} (${shapes})`
  const counted = (): CompiledQuery<unknown> =>
    sql`select count(*) as matches from (select 1 ${from} ${tests()} limit ${manyMatches}) as found`.compile(
      db,
    )
  const isFew = async (): Promise<boolean> => {
    const name = `matches of ${shape}`
    const [row] = await runPrepared(db, dialect, name, counted, [...parameters, manyMatches])
    return Number(row!['matches']) < manyMatches
  }
  if (isAmong && !dialect.startsFromFewer && (await isFew())) {
    return {
      shape: `few ${shape}`,
      parameters,
      test: () => sql`${own} in (select ${theirs} ${from} ${tests()})`,
    }
  }
  const sign = sql.raw(isAmong ? 'exists' : 'not exists')
  return {
    shape,
    parameters,
    test: () => sql`${sign} (select 1 ${from} ${theirs} = ${own} and ${tests()})`,
  }
}

export function conditionOf(dialect: Dialect, entity: Entity, { field, test, values }: Filter): Condition {
  const column = columnOf(entity, columnName(field))
  const shape = `${field} ${test} ${values.map((value) => (value === null ? 'none' : 'one')).join()}`
  if (test !== 'is') {
    const sign = sql.raw(test === 'from' ? '>=' : '<=')
    const [limit] = values
    const orNone = values.includes(null) ? sql` or ${column} is null` : sql``
    return { shape, parameters: [limit!], test: () => sql`(${column} ${sign} ${limit}${orNone})` }
  }
  const matches = matcherOf(dialect, entity, field)
  return {
    shape,
    parameters: values.filter((value) => value !== null).map(matches.toParameter),
    test: () => {
      const tests = values.map((value) =>
        value === null ? sql<SqlBool>`${column} is null` : matches.test(matches.toParameter(value)),
      )
      return sql`(${sql.join(tests, sql` or `)})`
    },
  }
}

interface Matcher {
  toParameter: (value: Cell) => Cell
  test: (parameter: Cell) => RawBuilder<SqlBool>
}

/** How a filter finds a value: codes, own or referred to, as a person would compare them; all else exactly. */
function matcherOf(dialect: Dialect, entity: Entity, field: string): Matcher {
  const column = columnOf(entity, columnName(field))
  if (entity.computed[field])
    return { toParameter: (value) => value, test: (value) => sql`${column} = ${value}` }
  const declared = entity.fields[field]!
  if (entity.key.length === 1 && entity.key[0] === field) {
    return { toParameter: declared.toKey, test: (key) => sql`${columnOf(entity, 'natural_key')} = ${key}` }
  }
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
  return { toParameter: (value) => value, test: (value) => sql`${column} = ${value}` }
}
