import {
  sql,
  type AliasedExpression,
  type CompiledQuery,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely'
import { foldSearch } from '#domain/duplicates/search-keys.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import type { AllOf, AnyOf, FieldFilter, NoneOf } from '#domain/lists/field-test.ts'
import { dynamic, manyMatches, type Condition, type Db, type Dialect, type Row } from '../dialect.ts'
import { columnOf, substringCondition, fieldCondition } from './field-conditions.ts'
import { runPrepared } from './prepared.ts'

/** A test of a field, a combination of tests, or a condition on related records. */
export type Filter = FieldFilter | AllOf<Filter> | AnyOf<Filter> | NoneOf<Filter> | Related

/** Matches records with a field that has, or has not, a value of a field of another record. */
export interface Related {
  field: string
  isAmong: boolean
  others: { entity: string; field: string } & Matching
  /** Further fields that must match the same other record: the company besides the branch. */
  extraPairs?: readonly { own: string; theirs: string }[]
}

/** Which records match, regardless of order. */
export interface Matching {
  search?: string
  filters: readonly Filter[]
  related?: readonly Related[]
  /** Conditions on the table of the entity that a feature has written itself. */
  conditions?: readonly Condition[]
  /** The condition that limits them to the actor's scope. */
  scope?: Condition | undefined
}

export type Query = SelectQueryBuilder<Record<string, Row>, string, Row>

/** The records that a page is chosen from, and the conditions before and after the joins. */
export interface Candidates {
  records: () => Query
  beforeJoins: readonly Condition[]
  afterJoins: readonly Condition[]
  /** The sort expressions in order; the id is last. */
  sortedBy: readonly RawBuilder<unknown>[]
}

/** Selects from a table, or from a subquery under the name of one. */
export const selectFrom = (db: Db, from: string | AliasedExpression<Row, string>): Query =>
  dynamic(db).selectFrom(from).$castTo<Row>()

export function where(db: Db, entity: Entity, conditions: readonly Condition[]): Query {
  let found = selectFrom(db, tableOf(entity))
  for (const condition of conditions) found = found.where(condition.test())
  return found
}

export async function conditionsOf(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  query: Matching,
): Promise<Condition[]> {
  const conditions: Condition[] = query.scope ? [query.scope] : []
  for (const filter of [...query.filters, ...(query.related ?? [])]) {
    const isPlain = 'test' in filter && filter.test !== 'has' && filter.test !== 'begins'
    conditions.push(
      isPlain ? fieldCondition(dialect, entity, filter) : await conditionOf(db, dialect, entity, filter),
    )
  }
  conditions.push(...(query.conditions ?? []))
  for (const operator of foldSearch(query.search ?? '')
    .split(/\s+/)
    .filter(Boolean)) {
    conditions.push(await dialect.searchCondition(db, entity, operator))
  }
  return conditions
}

/** Conditions other than a plain test, which needs no await. */
async function conditionOf(db: Db, dialect: Dialect, entity: Entity, filter: Filter): Promise<Condition> {
  if ('isAmong' in filter) return relatedCondition(db, dialect, entity, filter)
  if ('test' in filter) {
    const isText = filter.test === 'has' || filter.test === 'begins'
    return isText ? textCondition(db, dialect, entity, filter) : fieldCondition(dialect, entity, filter)
  }
  const combined = async (operator: 'all' | 'any' | 'none', parts: readonly Filter[]): Promise<Condition> => {
    const conditions: Condition[] = []
    for (const part of parts) conditions.push(await conditionOf(db, dialect, entity, part))
    return combine(operator, conditions)
  }
  if ('all' in filter) return combined('all', filter.all)
  return 'any' in filter ? combined('any', filter.any) : combined('none', filter.none)
}

/** Searches the referenced table, which has fewer rows. */
async function textCondition(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  filter: FieldFilter,
): Promise<Condition> {
  const reference = entity.fields[filter.field]?.reference
  if (!reference) return substringCondition(db, dialect, entity, filter)
  const { entity: target, field } = reference
  const others = { entity: target, field, filters: [{ ...filter, field }] }
  return relatedCondition(db, dialect, entity, { field: filter.field, isAmong: true, others })
}

/** A test of null is neither true nor false, so "none" matches everything that is not true. */
function combine(operator: 'all' | 'any' | 'none', conditions: readonly Condition[]): Condition {
  const between = sql.raw(operator === 'all' ? ' and ' : ' or ')
  const test = (): RawBuilder<SqlBool> =>
    sql`(${sql.join(
      conditions.map((each) => each.test()),
      between,
    )})`
  return {
    cacheKey: `${operator} (${conditions.map(({ cacheKey }) => cacheKey).join('; ')})`,
    parameters: conditions.flatMap((each) => each.parameters),
    test: operator === 'none' ? () => sql`(${test()} is not true)` : test,
  }
}

async function relatedCondition(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  related: Related,
): Promise<Condition> {
  const { field, isAmong, others, extraPairs = [] } = related
  const target = entityNamed(others.entity)
  const conditions = await conditionsOf(db, dialect, target, others)
  const pairs = [{ own: field, theirs: others.field }, ...extraPairs].map(({ own, theirs }) => ({
    own: columnOf(entity, columnName(own)),
    theirs: columnOf(target, columnName(theirs)),
  }))
  const from = sql`from ${sql.table(tableOf(target))} where`
  const tests = (): RawBuilder<SqlBool> =>
    sql.join([sql`true`, ...conditions.map((each) => each.test())], sql` and `)
  const parameters = conditions.flatMap((each) => each.parameters)
  const keys = conditions.map(({ cacheKey }) => cacheKey).join()
  const among = [field, ...extraPairs.map(({ own }) => own)].join('+')
  const cacheKey = `${among} ${isAmong} among ${others.entity} ${others.field} (${keys})`
  const countQuery = (): CompiledQuery<{ matches: number }> =>
    sql<{
      matches: number
    }>`select count(*) as matches from (select 1 ${from} ${tests()} limit ${manyMatches}) as found`.compile(
      db,
    )
  const hasFewMatches = async (): Promise<boolean> => {
    const name = `matches of ${cacheKey}`
    const [row] = await runPrepared(db, dialect, name, countQuery, [...parameters, manyMatches])
    return row!.matches < manyMatches
  }
  if (isAmong && !dialect.reordersSemiJoins && (await hasFewMatches())) {
    const own = sql.join(pairs.map((pair) => pair.own))
    const theirs = sql.join(pairs.map((pair) => pair.theirs))
    return {
      cacheKey: `few ${cacheKey}`,
      parameters,
      test: () => sql`(${own}) in (select ${theirs} ${from} ${tests()})`,
    }
  }
  const sign = sql.raw(isAmong ? 'exists' : 'not exists')
  const same = sql.join(
    pairs.map(({ own, theirs }) => sql`${theirs} = ${own}`),
    sql` and `,
  )
  return { cacheKey, parameters, test: () => sql`${sign} (select 1 ${from} ${same} and ${tests()})` }
}
