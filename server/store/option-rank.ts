import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { columnName } from '#domain/catalogue/column-name.ts'
import { titleOf, type Entity } from '#domain/catalogue/entity.ts'
import { referencesTo } from '#domain/catalogue/referring.ts'
import { foldText } from '#domain/text.ts'
import { escapeLike } from './like.ts'

/** How near a value is to what was typed: the lower, the nearer. */
const ranks = {
  exactCode: 0,
  exactName: 1,
  codePrefix: 2,
  namePrefix: 3,
  wordPrefix: 4,
  anywhere: 5,
} as const

/** Counting these of each table tells what the firm uses most, at a cost that does not grow with the firm. */
const countedRecords = 500

export interface OptionOrder {
  /** What everything of the better ranks meets; where that fills a page, the rest need not be ranked. */
  begins: RawBuilder<SqlBool> | undefined
  /** To be joined as `used`: how often each value is referred to. */
  used: RawBuilder<unknown> | undefined
  by: readonly RawBuilder<unknown>[]
}

/** The order in which values are offered: by the alphabet, or best match first once something was typed. */
export function optionOrder(entity: Entity, of: string, search: string | undefined): OptionOrder {
  const column = sql.ref(`${entity.table}.${columnName(of)}`)
  const typed = foldText(search ?? '').trim()
  if (!typed) return { begins: undefined, used: undefined, by: [column] }
  const titleName = titleOf(entity, of)
  const title = titleName ? sql.ref(`${entity.table}.${columnName(titleName)}`) : undefined
  const used = usageOf(entity, of)
  const texts = [column, ...(title ? [title] : [])]
  return {
    begins: sql`(${sql.join(
      texts.map((text) => startsWith(text, typed)),
      sql` or `,
    )})`,
    used,
    by: [
      sql`min(${rankOf(column, title, typed)})`,
      ...(used ? [sql`max(coalesce(used.used_count, 0)) desc`] : []),
      sql`min(length(${title ?? column}))`,
      column,
    ],
  }
}

const startsWith = (text: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> =>
  sql`lower(${text}) like ${`${escapeLike(typed)}%`} escape '\\'`

function rankOf(
  code: RawBuilder<unknown>,
  title: RawBuilder<unknown> | undefined,
  typed: string,
): RawBuilder<number> {
  const start = `${escapeLike(typed)}%`
  const begins = (text: RawBuilder<unknown>): RawBuilder<SqlBool> => startsWith(text, typed)
  const equals = (text: RawBuilder<unknown>): RawBuilder<SqlBool> => sql`lower(${text}) = ${typed}`
  // Not after a full stop: the 5 of "GST 0.25%" begins no word, and neither does its 25.
  const wordBegins = (text: RawBuilder<unknown>): RawBuilder<SqlBool> =>
    sql`replace(replace(replace(lower(${text}), '-', ' '), '(', ' '), '/', ' ') like ${`% ${start}`} escape '\\'`
  const either = (test: typeof begins): RawBuilder<SqlBool> =>
    title ? sql`(${test(code)} or ${test(title)})` : test(code)
  const cases: [RawBuilder<SqlBool>, number][] = [
    [equals(code), ranks.exactCode],
    ...(title ? ([[equals(title), ranks.exactName]] as [RawBuilder<SqlBool>, number][]) : []),
    [begins(code), ranks.codePrefix],
    ...(title ? ([[begins(title), ranks.namePrefix]] as [RawBuilder<SqlBool>, number][]) : []),
    [either(wordBegins), ranks.wordPrefix],
  ]
  const whens = cases.map(([test, rank]) => sql`when ${test} then ${sql.lit(rank)}`)
  return sql`case ${sql.join(whens, sql` `)} else ${sql.lit(ranks.anywhere)} end`
}

/** How often each value is referred to among the newest records of every entity that refers to it. */
function usageOf(entity: Entity, of: string): RawBuilder<unknown> | undefined {
  const counts = referencesTo(entity)
    .filter(({ reference }) => reference.field === of && !reference.many)
    .map((referring) => {
      const { table } = referring.entity
      const value = sql.ref(columnName(referring.name))
      return sql`select used_value, count(*) as used_count
        from (select ${value} as used_value from ${sql.table(table)} order by id desc limit ${sql.lit(countedRecords)}) as newest
        group by used_value`
    })
  return counts.length === 0
    ? undefined
    : sql`(select used_value, sum(used_count) as used_count
        from (${sql.join(counts, sql` union all `)}) as counted group by used_value)`
}
