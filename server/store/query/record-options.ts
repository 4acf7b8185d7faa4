import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { columnName } from '#domain/catalogue/column-name.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { canRetire, retiredOnField } from '#domain/catalogue/reading/retired.ts'
import { titleFieldsOf, titleText } from '#domain/catalogue/names/title-text.ts'
import { levelsAbove, type Level } from '#domain/catalogue/levels.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import type { Condition, Db, Dialect, Row } from '../dialect.ts'
import { conditionsOf, where, type Filter, type Query, selectFrom } from './conditions.ts'
import { fieldCondition } from './field-conditions.ts'
import { readerFor } from '../long-reads.ts'
import { optionOrder } from './option-rank.ts'
import { testsPerRow } from './read-cost.ts'

export interface OptionQuery {
  /** The field that provides the values. */
  of: string
  search?: string
  filters: readonly Filter[]
  scope?: Condition | undefined
  /** Only values that belong to this record of a level above. */
  under: readonly { level: Level; code: string }[]
  /** Further fields returned with a value. */
  with: readonly string[]
  limit: number
  /** Whether retired records are offered too, for filters of lists. */
  includesRetired?: boolean
}

export interface Option {
  value: string
  /** The name of the record, if the value is a code, in the reader's language. */
  title: string | null
  /** One for each record with the value: the levels above it (`under.state`) and the requested fields. */
  facts: Row[]
}

export interface Options {
  items: Option[]
  /** Whether there are more values. */
  more: boolean
}

/** A value shared by more records than this, such as a name, identifies none of them. */
const maxFacts = 20

/** The distinct values of a field to choose from, best matches first. */
export async function findOptions(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  query: OptionQuery,
): Promise<Options> {
  const column = sql.ref<string>(`${tableOf(entity)}.${columnName(query.of)}`)
  const reader = await readerFor(db, dialect, entity, testsPerRow(query))
  const conditions = await conditionsOf(reader, dialect, entity, query)
  if (canRetire(entity) && !query.includesRetired)
    conditions.push(fieldCondition(dialect, entity, { field: retiredOnField, test: 'is', values: [null] }))
  for (const { level, code } of query.under)
    conditions.push(conditionBelow(dialect, entity, level.path, code))
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
  const values = found.slice(0, query.limit).map((row) => textAt(row, 'value'))
  const facts = values.length > 0 ? await factsOf(reader, entity, query, conditions, values) : []
  const items = values.map((value) => {
    const all = facts.filter((row) => row['value'] === value)
    const own = all.length > maxFacts ? [] : all
    const titles = new Set(own.map((row) => titleText(entity, query.of, namedTitles(row))))
    const [title = null] = titles
    return {
      value,
      title: titles.size === 1 ? title : null,
      facts: own.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !isInternal(name)))),
    }
  })
  return { items, more: found.length > query.limit || items.some(({ facts: own }) => own.length === 0) }
}

const titlePrefix = 'title.'
const isInternal = (name: string): boolean =>
  name === 'value' || name === 'place' || name.startsWith(titlePrefix)

const namedTitles = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      name.startsWith(titlePrefix) ? [[name.slice(titlePrefix.length), value]] : [],
    ),
  )

function factsOf(
  db: Db,
  entity: Entity,
  query: OptionQuery,
  conditions: readonly Condition[],
  values: readonly string[],
): Promise<Row[]> {
  const titles = titleFieldsOf(entity, query.of).map((name) =>
    sql.ref(columnName(name)).as(`${titlePrefix}${name}`),
  )
  const levels = levelsAbove(entity).map(({ entity: { name }, path }) =>
    codeAbove(entity, path).as(`under.${name}`),
  )
  const fields = query.with.map((name) => sql.ref(columnName(name)).as(name))
  const column = sql.ref(columnName(query.of))
  const numbered = where(db, entity, conditions)
    .select(column.as('value'))
    .select([...titles, ...levels, ...fields])
    .select(sql`row_number() over (partition by ${column} order by id)`.as('place'))
    .where(column, 'in', values)
  return selectFrom(db, numbered.as('numbered'))
    .selectAll()
    .where('place', '<=', maxFacts + 1)
    .orderBy('place')
    .execute()
}

/** The code of a level above: the record's own field if it has one, else looked up level by level. */
function codeAbove(entity: Entity, [first, ...rest]: Level['path']): RawBuilder<string> {
  let code = sql<string>`${sql.ref(`${tableOf(entity)}.${columnName(first!.name)}`)}`
  let known = first!.reference.field
  for (const step of rest) {
    code = sql`(select ${sql.ref(columnName(step.name))} from ${sql.table(tableOf(step.entity))} where ${sql.ref(columnName(known))} = ${code})`
    known = step.reference.field
  }
  return code
}

function conditionBelow(dialect: Dialect, entity: Entity, path: Level['path'], code: string): Condition {
  const [first, ...rest] = path
  if (rest.length === 0)
    return fieldCondition(dialect, entity, { field: first!.name, test: 'is', values: [code] })
  const next = rest[0]!.entity
  const inner = conditionBelow(dialect, next, rest, code)
  return {
    cacheKey: `${first!.name} in ${inner.cacheKey}`,
    parameters: inner.parameters,
    test: () =>
      sql`${sql.ref(columnName(first!.name))} in (select ${sql.ref(columnName(first!.reference.field))} from ${sql.table(tableOf(next))} where ${inner.test()})`,
  }
}
