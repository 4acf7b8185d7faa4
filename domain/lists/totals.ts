import type { Field } from '../catalogue/field.ts'

/** Only numbers have a sum; dates and times have a first and a last value. */
export const isNumber = ({ column }: Field): boolean => column.type !== 'text'
const isDay = ({ typedIn }: Field): boolean => typedIn.as === 'date' || typedIn.as === 'instant'

export const canBeTotalled = (field: Field): boolean => isNumber(field) || isDay(field)
