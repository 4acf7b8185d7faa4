import { patternOf } from '../messages/pattern-of.ts'
import { translationOf } from '../messages/t.ts'

export const overdueReasons = {
  visit: '{days, plural, one {Overdue by {days} day} other {Overdue by {days} days}}',
  money: '{amount} overdue (as of {date})',
} as const

/** Whether a reason, in the language of the reader, is that a visit or a payment is overdue. */
export const isOverdueReason = (reason: string): boolean =>
  Object.values(overdueReasons).some((message) => patternOf(translationOf(message)).test(reason))
