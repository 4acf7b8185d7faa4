import { sql, type CompiledQuery, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { foldSearch } from '#domain/alike/search-keys.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { AllOf, AnyOf, FieldFilter, NoneOf } from '#domain/lists/field-test.ts'
import { manyMatches, type Condition, type Db, type Dialect, type Row, type Tables } from './dialect.ts'
import { columnOf, partCondition, testOf } from './field-conditions.ts'
import { runPrepared } from './prepared.ts'

/** A test on a field, several joined, or a look at other records. */
export type Filter = FieldFilter | AllOf<Filter> | AnyOf<Filter> | NoneOf<Filter> | Related

/** Only records whose field has, or has not, a value that a field of some other record has. */
export interface Related {
  field: string
  isAmong: boolean
  others: { entity: string; field: string } & Matching
  /** Further fields that must agree with those of the same other record: the company beside the branch. */
  beside?: readonly { own: string; theirs: string }[]
}

/** Which records, whatever their order. */
export interface Matching {
  search?: string
  filters: readonly Filter[]
  related?: readonly Related[]
  /** What keeps others' territories out. */
  within?: Condition | undefined
}

export type Query = SelectQueryBuilder<Tables, string, Row>

/** Records of which a page is chosen, and the values of the text ahead of the joins and behind them. */
export interface Candidates {
  records: () => Query
  ahead: readonly Condition[]
  behind: readonly Condition[]
  /** What they are sorted by, one after the other, the id at last. */
  sortedBy: readonly RawBuilder<unknown>[]
}

export function where(db: Db, entity: Entity, conditions: readonly Condition[]): Query {
  let found = db.selectFrom(entity.table) as unknown as Query
  for (const condition of conditions) found = found.where(condition.test())
  return found
}

export async function conditionsOf(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  query: Matching,
): Promise<Condition[]> {
  const conditions: Condition[] = query.within ? [query.within] : []
  for (const filter of [...query.filters, ...(query.related ?? [])]) {
    const isPlain = 'test' in filter && filter.test !== 'has' && filter.test !== 'begins'
    conditions.push(
      isPlain ? testOf(dialect, entity, filter) : await conditionOf(db, dialect, entity, filter),
    )
  }
  for (const word of foldSearch(query.search ?? '')
    .split(/\s+/)
    .filter(Boolean)) {
    conditions.push(await dialect.searchCondition(db, entity, word))
  }
  return conditions
}

/** What no single test says; a plain one has no need to wait for anything. */
async function conditionOf(db: Db, dialect: Dialect, entity: Entity, filter: Filter): Promise<Condition> {
  if ('isAmong' in filter) return conditionOn(db, dialect, entity, filter)
  if ('test' in filter) {
    const isText = filter.test === 'has' || filter.test === 'begins'
    return isText ? textCondition(db, dialect, entity, filter) : testOf(dialect, entity, filter)
  }
  const [word, parts] = Object.entries(filter)[0] as ['all' | 'any' | 'none', readonly Filter[]]
  const conditions: Condition[] = []
  for (const part of parts) conditions.push(await conditionOf(db, dialect, entity, part))
  return joined(word, conditions)
}

/** A code that is referred to is looked for where it is kept: there are fewer of those. */
async function textCondition(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  filter: FieldFilter,
): Promise<Condition> {
  const reference = entity.fields[filter.field]?.reference
  if (!reference) return partCondition(db, dialect, entity, filter)
  const { entity: target, field } = reference
  const others = { entity: target, field, filters: [{ ...filter, field }] }
  return conditionOn(db, dialect, entity, { field: filter.field, isAmong: true, others })
}

/** A test of something that is not there is neither true nor false; not to be so is to be anything but true. */
function joined(word: 'all' | 'any' | 'none', conditions: readonly Condition[]): Condition {
  const between = sql.raw(word === 'all' ? ' and ' : ' or ')
  const test = (): RawBuilder<SqlBool> =>
    sql`(${sql.join(
      conditions.map((each) => each.test()),
      between,
    )})`
  return {
    shape: `${word} (${conditions.map(({ shape }) => shape).join('; ')})`,
    parameters: conditions.flatMap((each) => each.parameters),
    test: word === 'none' ? () => sql`(${test()} is not true)` : test,
  }
}

async function conditionOn(db: Db, dialect: Dialect, entity: Entity, related: Related): Promise<Condition> {
  const { field, isAmong, others, beside = [] } = related
  const target = entityNamed(others.entity)
  const conditions = await conditionsOf(db, dialect, target, others)
  const pairs = [{ own: field, theirs: others.field }, ...beside].map(({ own, theirs }) => ({
    own: columnOf(entity, columnName(own)),
    theirs: columnOf(target, columnName(theirs)),
  }))
  const from = sql`from ${sql.table(target.table)} where`
  const tests = (): RawBuilder<SqlBool> =>
    sql.join([sql`true`, ...conditions.map((each) => each.test())], sql` and `)
  const parameters = conditions.flatMap((each) => each.parameters)
  const shapes = conditions.map(({ shape }) => shape).join()
  const among = [field, ...beside.map(({ own }) => own)].join('+')
  const shape = `${among} ${isAmong} among ${others.entity} ${others.field} (${shapes})`
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
    const own = sql.join(pairs.map((pair) => pair.own))
    const theirs = sql.join(pairs.map((pair) => pair.theirs))
    return {
      shape: `few ${shape}`,
      parameters,
      test: () => sql`(${own}) in (select ${theirs} ${from} ${tests()})`,
    }
  }
  const sign = sql.raw(isAmong ? 'exists' : 'not exists')
  const same = sql.join(
    pairs.map(({ own, theirs }) => sql`${theirs} = ${own}`),
    sql` and `,
  )
  return { shape, parameters, test: () => sql`${sign} (select 1 ${from} ${same} and ${tests()})` }
}
