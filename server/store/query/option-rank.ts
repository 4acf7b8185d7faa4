import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { columnName } from '#domain/catalogue/column-name.ts'
import { titleOf, type Entity } from '#domain/catalogue/entity.ts'
import { titleFieldsOf } from '#domain/catalogue/names/title-text.ts'
import { referrersOf } from '#domain/catalogue/referrers.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { foldText } from '#domain/text.ts'
import { escapeLike } from './like.ts'

/** How well a value matches the typed text; lower is better. */
const ranks = {
  exactCode: 0,
  exactName: 1,
  codePrefix: 2,
  namePrefix: 3,
  wordPrefix: 4,
  anywhere: 5,
} as const

/** Newest records counted per referring table: shows what the firm uses most, at a cost independent of its size. */
const sampleSize = 500

export interface OptionOrder {
  /** Matches all values of the better ranks; if these fill the page, the others need not be ranked. */
  begins: RawBuilder<SqlBool> | undefined
  /** Joined as `used`: how often each value is referenced. */
  used: RawBuilder<unknown> | undefined
  by: readonly RawBuilder<unknown>[]
}

/** The order of options: alphabetical, or best match first once something was typed. */
export function optionOrder(entity: Entity, of: string, search: string | undefined): OptionOrder {
  const column = sql.ref(`${tableOf(entity)}.${columnName(of)}`)
  const typed = foldText(search ?? '').trim()
  if (!typed) return { begins: undefined, used: undefined, by: [column] }
  const columnOf = (name: string): RawBuilder<unknown> => sql.ref(`${tableOf(entity)}.${columnName(name)}`)
  const titleName = titleOf(entity, of)
  const titles = titleFieldsOf(entity, of).map(columnOf)
  const used = usageOf(entity, of)
  const texts = [column, ...titles]
  return {
    begins: sql`(${sql.join(
      texts.map((text) => startsWith(text, typed)),
      sql` or `,
    )})`,
    used,
    by: [
      sql`min(${rankOf(column, titles, typed)})`,
      ...(used ? [sql`max(coalesce(used.used_count, 0)) desc`] : []),
      sql`min(length(${titleName ? columnOf(titleName) : column}))`,
      column,
    ],
  }
}

const startsWith = (text: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> =>
  sql`lower(${text}) like ${`${escapeLike(typed)}%`} escape '\\'`

function rankOf(
  code: RawBuilder<unknown>,
  titles: readonly RawBuilder<unknown>[],
  typed: string,
): RawBuilder<number> {
  const start = `${escapeLike(typed)}%`
  const begins = (text: RawBuilder<unknown>): RawBuilder<SqlBool> => startsWith(text, typed)
  const equals = (text: RawBuilder<unknown>): RawBuilder<SqlBool> => sql`lower(${text}) = ${typed}`
  // Not after a full stop: neither the 5 nor the 25 of "GST 0.25%" starts a word.
  const wordBegins = (text: RawBuilder<unknown>): RawBuilder<SqlBool> =>
    sql`replace(replace(replace(lower(${text}), '-', ' '), '(', ' '), '/', ' ') like ${`% ${start}`} escape '\\'`
  const any = (test: typeof begins): RawBuilder<SqlBool> =>
    sql`(${sql.join([code, ...titles].map(test), sql` or `)})`
  const ofTitle = (test: typeof begins, rank: number): [RawBuilder<SqlBool>, number][] =>
    titles.map((title) => [test(title), rank])
  const cases: [RawBuilder<SqlBool>, number][] = [
    [equals(code), ranks.exactCode],
    ...ofTitle(equals, ranks.exactName),
    [begins(code), ranks.codePrefix],
    ...ofTitle(begins, ranks.namePrefix),
    [any(wordBegins), ranks.wordPrefix],
  ]
  const whens = cases.map(([test, rank]) => sql`when ${test} then ${sql.lit(rank)}`)
  return sql`case ${sql.join(whens, sql` `)} else ${sql.lit(ranks.anywhere)} end`
}

/** How often each value is referenced by the newest records of every referring entity. */
function usageOf(entity: Entity, of: string): RawBuilder<unknown> | undefined {
  const counts = referrersOf(entity)
    .filter(({ reference }) => reference.field === of && !reference.many)
    .map((referring) => {
      const table = tableOf(referring.entity)
      const value = sql.ref(columnName(referring.name))
      return sql`select used_value, count(*) as used_count
        from (select ${value} as used_value from ${sql.table(table)} order by id desc limit ${sql.lit(sampleSize)}) as newest
        group by used_value`
    })
  return counts.length === 0
    ? undefined
    : sql`(select used_value, sum(used_count) as used_count
        from (${sql.join(counts, sql` union all `)}) as counted group by used_value)`
}
