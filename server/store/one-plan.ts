import { sql, type RawBuilder } from 'kysely'

const words = '/* one plan */'

/** Marks a select whose best plan is the same for all values, so that no database need look for it each time. */
export const onePlan: RawBuilder<unknown> = sql.raw(words)

export const isOnePlan = (text: string): boolean => text.startsWith(words, 'select '.length)
