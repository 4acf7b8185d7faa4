import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Entity } from '#domain/catalogue/entity.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import type { Condition } from '../dialect.ts'

/** Escapes a user's text for a LIKE pattern. */
export const escapeLike = (text: string): string =>
  text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)

/** Matches records with this folded substring anywhere in their search text. */
export function containsText(entity: Entity, needle: string): Condition {
  const pattern = `%${escapeLike(needle)}%`
  const text = sql.ref(`${tableOf(entity)}.search_text`)
  return { cacheKey: 'like', parameters: [pattern], test: () => sql`${text} like ${pattern} escape '\\'` }
}

/** Matches records that contain all substrings of any of the groups. */
export function containsAnyGroup(
  entity: Entity,
  groups: readonly (readonly string[])[],
): RawBuilder<SqlBool> {
  const anyOf = groups.map(
    (parts) =>
      sql`(${sql.join(
        parts.map((part) => containsText(entity, part).test()),
        sql` and `,
      )})`,
  )
  return sql`(${sql.join(anyOf, sql` or `)})`
}
