import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { columnName } from '#domain/catalogue/column-name.ts'
import { titleOf, type Entity } from '#domain/catalogue/entity.ts'
import { levelsAbove, type Level } from '#domain/catalogue/levels.ts'
import type { Condition, Db, Dialect, Row } from './dialect.ts'
import { conditionsOf, where, type Filter, type Query } from './conditions.ts'
import { testOf } from './field-conditions.ts'
import { readerFor } from './long-reads.ts'
import { optionOrder } from './option-rank.ts'
import { testsPerRow } from './read-cost.ts'

export interface OptionQuery {
  /** The field whose values are offered. */
  of: string
  search?: string
  filters: readonly Filter[]
  within?: Condition | undefined
  /** Only what belongs to this record of a level above. */
  under: readonly { level: Level; code: string }[]
  /** Further fields that go with a value. */
  with: readonly string[]
  limit: number
}

export interface Option {
  value: string
  /** What the record is called, where the value alone is a code. */
  title: string | null
  /** One for each record that has the value: the levels above it (`under.state`) and the fields asked for. */
  facts: Row[]
}

export interface Options {
  items: Option[]
  /** Whether there are more than these. */
  more: boolean
}

/** A value that more records than these share, such as a name, says nothing certain of any of them. */
const mostFacts = 20

/** The values of a field to choose from, without repeats; what fits best what was typed comes first. */
export async function findOptions(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  query: OptionQuery,
): Promise<Options> {
  const column = sql.ref<string>(`${entity.table}.${columnName(query.of)}`)
  const title = titleOf(entity, query.of)
  const reader = await readerFor(db, dialect, entity, testsPerRow(query))
  const conditions = await conditionsOf(reader, dialect, entity, query)
  for (const { level, code } of query.under)
    conditions.push(conditionUnder(dialect, entity, level.path, code))
  const { begins, used, by } = optionOrder(entity, query.of, query.search)
  const best = (): Query => {
    let options = where(reader, entity, conditions)
      .select(column.as('value'))
      .where(column, 'is not', null)
      .groupBy(column)
      .limit(query.limit + 1)
    if (used)
      options = options.leftJoin(used.as('used'), (join) =>
        join.on(sql<SqlBool>`${sql.ref('used.used_value')} = ${column}`),
      )
    for (const each of by) options = options.orderBy(each)
    return options
  }
  const first = begins ? await best().where(begins).execute() : []
  const found = first.length > query.limit ? first : await best().execute()
  const values = found.slice(0, query.limit).map((row) => String(row['value']))
  const facts = values.length > 0 ? await factsOf(reader, entity, query, conditions, values) : []
  const items = values.map((value) => {
    const all = facts.filter((row) => row['value'] === value)
    const own = all.length > mostFacts ? [] : all
    const titles = new Set(own.map((row) => row['title']))
    return {
      value,
      title: title && titles.size === 1 ? String(own[0]!['title']) : null,
      facts: own.map(({ value: _value, title: _title, place: _place, ...rest }) => rest),
    }
  })
  return { items, more: found.length > query.limit || items.some(({ facts: own }) => own.length === 0) }
}

function factsOf(
  db: Db,
  entity: Entity,
  query: OptionQuery,
  conditions: readonly Condition[],
  values: readonly string[],
): Promise<Row[]> {
  const title = titleOf(entity, query.of)
  const levels = levelsAbove(entity).map(({ entity: { name }, path }) =>
    codeAbove(entity, path).as(`under.${name}`),
  )
  const fields = query.with.map((name) => sql.ref(columnName(name)).as(name))
  const column = sql.ref(columnName(query.of))
  const numbered = where(db, entity, conditions)
    .select(column.as('value'))
    .select((title ? sql.ref(columnName(title)) : sql`null`).as('title'))
    .select([...levels, ...fields])
    .select(sql`row_number() over (partition by ${column} order by id)`.as('place'))
    .where(column, 'in', values)
  return db
    .selectFrom(numbered.as('numbered'))
    .selectAll()
    .where('place', '<=', mostFacts + 1)
    .orderBy('place')
    .execute() as Promise<Row[]>
}

/** The code of a level above: the record's own field where it names the level itself, else looked up step by step. */
function codeAbove(entity: Entity, [first, ...rest]: Level['path']): RawBuilder<string> {
  let code = sql<string>`${sql.ref(`${entity.table}.${columnName(first!.name)}`)}`
  let known = first!.reference.field
  for (const step of rest) {
    code = sql`(select ${sql.ref(columnName(step.name))} from ${sql.table(step.entity.table)} where ${sql.ref(columnName(known))} = ${code})`
    known = step.reference.field
  }
  return code
}

function conditionUnder(dialect: Dialect, entity: Entity, path: Level['path'], code: string): Condition {
  const [first, ...rest] = path
  if (rest.length === 0) return testOf(dialect, entity, { field: first!.name, test: 'is', values: [code] })
  const next = rest[0]!.entity
  const inner = conditionUnder(dialect, next, rest, code)
  return {
    shape: `${first!.name} in ${inner.shape}`,
    parameters: inner.parameters,
    test: () =>
      sql`${sql.ref(columnName(first!.name))} in (select ${sql.ref(columnName(first!.reference.field))} from ${sql.table(next.table)} where ${inner.test()})`,
  }
}
