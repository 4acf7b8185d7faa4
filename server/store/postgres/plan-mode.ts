import { sql, type RawBuilder } from 'kysely'

const genericMark = '/* generic plan */'
const customMark = '/* custom plan */'

/** Marks a select whose best plan is the same for all parameters, so that it need not be planned each time. */
export const genericPlan: RawBuilder<unknown> = sql.raw(genericMark)

/** Marks a select whose best plan depends on its parameters so much that a generic plan costs more than planning. */
export const customPlan: RawBuilder<unknown> = sql.raw(customMark)

const isMarked = (text: string, mark: string): boolean => text.startsWith(mark, 'select '.length)

export const isGenericPlan = (text: string): boolean => isMarked(text, genericMark)
export const isCustomPlan = (text: string): boolean => isMarked(text, customMark)
