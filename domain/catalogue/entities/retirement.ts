import type { Field } from '../field.ts'
import { date } from '../kinds/date.ts'
import { text } from '../kinds/text.ts'
import { retiredOnField, retiredReasonField } from '../reading/retired.ts'

const byAction = <F extends Field>(field: F): F => ({ ...field, byAction: true })

/** A retired record keeps its references and its history, but is not offered for new ones. Masters declare this last. */
export const retirement = {
  [retiredOnField]: byAction(date('Retired On', { presence: 'optional', latest: 'today' })),
  [retiredReasonField]: byAction(text('Retired Reason', { presence: 'optional' })),
} as const
