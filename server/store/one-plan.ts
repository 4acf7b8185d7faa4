import { sql, type RawBuilder } from 'kysely'

const one = '/* one plan */'
const own = '/* own plan */'

/** Marks a select whose best plan is the same for all values, so that no database need look for it each time. */
export const onePlan: RawBuilder<unknown> = sql.raw(one)

/** Marks a select whose best plan depends on its values so much that a plan for others is worse than looking for one. */
export const ownPlan: RawBuilder<unknown> = sql.raw(own)

const isMarked = (text: string, words: string): boolean => text.startsWith(words, 'select '.length)

export const isOnePlan = (text: string): boolean => isMarked(text, one)
export const isOwnPlan = (text: string): boolean => isMarked(text, own)
