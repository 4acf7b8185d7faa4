import { expect, it } from 'vitest'
import { formatMessage } from './format-message.ts'
import { patternOf } from './pattern-of.ts'

const message = '{days, plural, one {Overdue by # day} other {Overdue by # days}} ({place})'

it.each([1, 2, 100_000])('finds a text with the value %s', (days) => {
  expect(patternOf(message).test(formatMessage(message, { days, place: 'Pune (W)\nx' }))).toBe(true)
})

it.each(['Overdue by 2 days', 'Overdue by 2 weeks (Pune)', 'Not Overdue by 2 days (Pune)'])(
  'does not find %s',
  (text) => {
    expect(patternOf(message).test(text)).toBe(false)
  },
)
