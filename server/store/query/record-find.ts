import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { columnName } from '#domain/catalogue/column-name.ts'
import { titleOf, type Entity } from '#domain/catalogue/entity.ts'
import { titleFieldsOf } from '#domain/catalogue/names/title-text.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import { toKey } from '#domain/catalogue/stored/kinds.ts'
import { countCharacters, foldText } from '#domain/text.ts'
import { foldSearch } from '#domain/duplicates/search-keys.ts'
import { dynamic, type Condition, type Db, type Dialect, type Row } from '../dialect.ts'
import { escapeLike, containsText } from './like.ts'
import { readerFor } from '../long-reads.ts'

/** Of a large table, the number of matches that are ranked. */
const maxCandidates = 200
/** The same if a word is too short for the index and has to be tested on each record. */
const maxUnindexedCandidates = 5000
const minIndexedLength = 3
// Sorts after every character of a key on both databases.
const last = '\u{10ffff}'

/** The few best matches of the typed text: by code, by a prefix of code or name, by any substring. */
export async function findBestMatches(
  db: Db,
  dialect: Dialect,
  entity: Entity,
  typed: string,
  limit: number,
  scope?: Condition,
): Promise<Row[]> {
  const scopeTests = scope ? [scope.test()] : []
  // Codes are compared as written; search text is transliterated to one script.
  const text = foldText(typed).trim()
  const words = foldSearch(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  // CR1 matches CR0001, although it is not a substring.
  const isSame = sql<SqlBool>`natural_key = ${exactKey(entity, text)}`
  if (!entity.large) {
    const matches = sql<SqlBool>`(${isSame} or ${sql.join(containsAll(entity, words), sql` and `)})`
    const reader = await readerFor(db, dialect, entity, words.length)
    return select(reader, entity, text, [matches, ...scopeTests], limit)
  }
  const indexed = words.filter((word) => countCharacters(word) >= minIndexedLength)
  const rest = words.filter((word) => !indexed.includes(word))
  const key = sql.ref(`${tableOf(entity)}.natural_key`)
  const begins = sql<SqlBool>`${key} >= ${text} and ${key} < ${text + last}`
  const byCode = await select(db, entity, text, [begins, ...scopeTests], limit, key)
  if (indexed.length === 0) return byCode
  const candidates = dialect.containsAnyGroup(
    entity,
    [indexed],
    rest.length > 0 ? maxUnindexedCandidates : maxCandidates,
  )
  const byPart = await select(
    db,
    entity,
    text,
    [candidates, ...containsAll(entity, rest), ...scopeTests],
    limit,
  )
  const known = new Set(byCode.map(({ id }) => id))
  return [...byCode, ...byPart.filter(({ id }) => !known.has(id!))].slice(0, limit)
}

const exactKey = (entity: Entity, text: string): string =>
  entity.key.length === 1 ? toKey(entity.fields[entity.key[0]!]!, text) : text

const containsAll = (entity: Entity, words: readonly string[]): RawBuilder<SqlBool>[] =>
  words.map((word) => containsText(entity, word).test())

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
  const titles = titleFieldsOf(entity, codes.at(-1)!)
  const columns = [...codes, ...titles].map((name) => `${columnName(name)} as ${name}`)
  const rank = rankOf(entity, codes.at(-1)!, titles, text)
  let query = dynamic(db)
    .selectFrom(tableOf(entity))
    .select(['id', ...columns])
    .select(rank.as('rank'))
  for (const condition of conditions) query = query.where(condition)
  // Of two with the same prefix, the shorter is the better match.
  const length = sql`length(${sql.ref(columnName(title ?? codes.at(-1)!))})`
  const ordered = order ? query.orderBy(order) : query.orderBy(rank).orderBy(length)
  return ordered.orderBy('natural_key').limit(limit).execute()
}

function rankOf(entity: Entity, code: string, titles: readonly string[], text: string): RawBuilder<number> {
  const scopeTests = sql.ref(`${tableOf(entity)}.${columnName(code)}`)
  const exact = exactKey(entity, text)
  const starts = [...new Set([text, foldSearch(text)])].map((start) => `${escapeLike(start)}%`)
  const begins = (column: RawBuilder<unknown>): RawBuilder<SqlBool> =>
    sql`(${sql.join(
      starts.map((start) => sql`lower(${column}) like ${start} escape '\\'`),
      sql` or `,
    )})`
  const titleCases = titles.map(
    (title) => sql`when ${begins(sql.ref(`${tableOf(entity)}.${columnName(title)}`))} then 2`,
  )
  return sql`case when natural_key = ${exact} or lower(${scopeTests}) = ${text} then 0 when ${begins(scopeTests)} then 1 ${sql.join(titleCases, sql` `)} else 3 end`
}
