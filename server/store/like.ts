import { sql } from 'kysely'
import type { Condition } from './dialect.ts'

/** Makes a user's text mean itself inside a LIKE pattern. */
const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)

/** Whether the searched text holds this (folded) part, wherever it stands. */
export function holdsPart(needle: string): Condition {
  const pattern = `%${escapeLike(needle)}%`
  return { shape: 'like', parameters: [pattern], test: () => sql`search_text like ${pattern} escape '\\'` }
}
