import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Entity } from '#domain/catalogue/entity.ts'
import type { Condition } from './dialect.ts'

/** Makes a user's text mean itself inside a LIKE pattern. */
export const escapeLike = (text: string): string =>
  text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)

/** Whether the searched text holds this (folded) part, wherever it stands. */
export function holdsPart(entity: Entity, needle: string): Condition {
  const pattern = `%${escapeLike(needle)}%`
  const text = sql.ref(`${entity.table}.search_text`)
  return { shape: 'like', parameters: [pattern], test: () => sql`${text} like ${pattern} escape '\\'` }
}

/** Whether it holds all parts of any of the groups. */
export function holdsAnyGroup(entity: Entity, groups: readonly (readonly string[])[]): RawBuilder<SqlBool> {
  const anyOf = groups.map(
    (parts) =>
      sql`(${sql.join(
        parts.map((part) => holdsPart(entity, part).test()),
        sql` and `,
      )})`,
  )
  return sql`(${sql.join(anyOf, sql` or `)})`
}
