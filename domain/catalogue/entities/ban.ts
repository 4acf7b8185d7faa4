import { date } from '../kinds/date.ts'
import { text } from '../kinds/text.ts'

const optional = { presence: 'optional' } as const

/** From which day a material, or a material on a crop, must not be advised, and why. */
export const ban = { Banned_From: date('Banned From', optional), Ban_Reason: text('Ban Reason', optional) }

/** A reason without a day would look like a ban and be none. */
export const banNeeds = { Ban_Reason: 'Banned_From' }
