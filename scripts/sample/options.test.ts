import { expect, test } from 'vitest'
import { readOptions, UsageRefusal } from './options.ts'

test.each([
  [['--customers', '1000'], { customers: 1000, visits: 1000 }],
  [['--customers=1,00,000', '--visits', '0'], { customers: 100_000, visits: 0 }],
  [['--customers', '10', '--visits', '25'], { customers: 10, visits: 25 }],
  [['--help'], undefined],
  [['-h', '--customers', 'many'], undefined],
])('%j', (words, options) => {
  expect(readOptions(words)).toEqual(options)
})

test.each([
  [[], 'Missing --customers: npm run sample -- --customers 100000'],
  [['--customers', 'many'], '--customers should be a whole number from 1 to 10000000, not "many".'],
  [['--customers', '0'], '--customers should be a whole number from 1 to 10000000, not "0".'],
  [['--customers', '5', '--visits', '501'], '--visits should be a whole number from 0 to 500, not "501".'],
  [['--custmers', '5'], "Unknown option '--custmers'. See npm run sample -- --help."],
])('rejects %j with a message', (words, sentence) => {
  expect(() => readOptions(words)).toThrow(UsageRefusal)
  expect(() => readOptions(words)).toThrow(sentence)
})
