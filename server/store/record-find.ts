import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { columnName } from '#domain/catalogue/column-name.ts'
import { titleOf, type Entity } from '#domain/catalogue/entity.ts'
import { countCharacters, foldText } from '#domain/text.ts'
import { foldSearch } from '#domain/alike/search-keys.ts'
import type { Condition, Db, Dialect, Row } from './dialect.ts'
import { escapeLike, holdsPart } from './like.ts'
import { readerFor } from './long-reads.ts'

/** Of a large table so many that fit are looked at; which of them fits best is told among these. */
const mostLookedAt = 200
/** A word too short for the index is looked for in the records themselves, so in more of them. */
const mostReadThrough = 5000
const shortestIndexed = 3
// After every character that a key can hold, in the order of both databases.
const last = '\u{10ffff}'

/** The few records that fit best what was typed: by code, by the beginning of code or name, by any part of the text. */
export async function findLike(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  typed: string,
  limit: number,
  within?: Condition,
): Promise<Row[]> {
  const own = within ? [within.test()] : []
  // Codes are compared as they are written; what is searched, whatever script it is written in.
  const text = foldText(typed).trim()
  const words = foldSearch(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  // CR1 is CR0001, although it does not hold it.
  const isSame = sql<SqlBool>`natural_key = ${exactKey(entity, text)}`
  if (!entity.large) {
    const fits = sql<SqlBool>`(${isSame} or ${sql.join(hold(entity, words), sql` and `)})`
    const reader = await readerFor(db, dialect, entity, words.length)
    return select(reader, entity, text, [fits, ...own], limit)
  }
  const indexed = words.filter((word) => countCharacters(word) >= shortestIndexed)
  const rest = words.filter((word) => !indexed.includes(word))
  const key = sql.ref(`${entity.table}.natural_key`)
  const begins = sql<SqlBool>`${key} >= ${text} and ${key} < ${text + last}`
  const byCode = await select(db, entity, text, [begins, ...own], limit, key)
  if (indexed.length === 0) return byCode
  const some = dialect.holdsAnyGroup(entity, [indexed], rest.length > 0 ? mostReadThrough : mostLookedAt)
  const byPart = await select(db, entity, text, [some, ...hold(entity, rest), ...own], limit)
  const known = new Set(byCode.map(({ id }) => id))
  return [...byCode, ...byPart.filter(({ id }) => !known.has(id!))].slice(0, limit)
}

const exactKey = (entity: Entity, text: string): string =>
  entity.key.length === 1 ? entity.fields[entity.key[0]!]!.toKey(text) : text

const hold = (entity: Entity, words: readonly string[]): RawBuilder<SqlBool>[] =>
  words.map((word) => holdsPart(entity, word).test())

function select(
  db: Db,
  entity: Entity,
  text: string,
  conditions: readonly RawBuilder<SqlBool>[],
  limit: number,
  order?: RawBuilder<unknown>,
): Promise<Row[]> {
  const codes = entity.key.length > 0 ? entity.key : [entity.sortedBy]
  const title = titleOf(entity, codes.at(-1)!)
  const columns = [...codes, ...(title ? [title] : [])].map((name) => `${columnName(name)} as ${name}`)
  const rank = rankOf(entity, codes.at(-1)!, title, text)
  let query = db
    .selectFrom(entity.table)
    .select(['id', ...columns])
    .select(rank.as('rank'))
  for (const condition of conditions) query = query.where(condition)
  // Of two that begin so, the shorter is nearer to what was typed.
  const length = sql`length(${sql.ref(columnName(title ?? codes.at(-1)!))})`
  const ordered = order ? query.orderBy(order) : query.orderBy(rank).orderBy(length)
  return ordered.orderBy('natural_key').limit(limit).execute()
}

function rankOf(entity: Entity, code: string, title: string | undefined, text: string): RawBuilder<number> {
  const own = sql.ref(`${entity.table}.${columnName(code)}`)
  const exact = exactKey(entity, text)
  const starts = [...new Set([text, foldSearch(text)])].map((start) => `${escapeLike(start)}%`)
  const begins = (column: RawBuilder<unknown>): RawBuilder<SqlBool> =>
    sql`(${sql.join(
      starts.map((start) => sql`lower(${column}) like ${start} escape '\\'`),
      sql` or `,
    )})`
  const called = title ? sql`when ${begins(sql.ref(`${entity.table}.${columnName(title)}`))} then 2` : sql``
  return sql`case when natural_key = ${exact} or lower(${own}) = ${text} then 0 when ${begins(own)} then 1 ${called} else 3 end`
}
