import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../dates/dates.ts'
import { judgePromise, moneyProblems, type BookDay } from './promises.ts'

const promise = { madeOn: '2026-11-05', amount: 500, by: '2026-11-10' }

it.each<[string, BookDay[], string]>([
  ['nothing is known', [], 'open'],
  ['only the balance before is known', [{ day: '2026-11-05', amount: 900 }], 'open'],
  [
    'it fell before the day',
    [
      { day: '2026-11-04', amount: 900 },
      { day: '2026-11-08', amount: 400 },
    ],
    'kept',
  ],
  [
    'it fell by the day',
    [
      { day: '2026-11-04', amount: 900 },
      { day: '2026-11-10', amount: 400 },
    ],
    'kept',
  ],
  [
    'it did not fall enough',
    [
      { day: '2026-11-04', amount: 900 },
      { day: '2026-11-10', amount: 400.01 },
    ],
    'broken',
  ],
  [
    'the first balance after the day is low enough',
    [
      { day: '2026-11-04', amount: 900 },
      { day: '2026-11-20', amount: 100 },
    ],
    'kept',
  ],
  [
    'it fell only after the first balance that decides',
    [
      { day: '2026-11-04', amount: 900 },
      { day: '2026-11-11', amount: 900 },
      { day: '2026-11-12', amount: 0 },
    ],
    'broken',
  ],
  [
    'it did not fall yet',
    [
      { day: '2026-11-04', amount: 900 },
      { day: '2026-11-09', amount: 900 },
    ],
    'open',
  ],
  [
    'less was owed than promised, and all is paid',
    [
      { day: '2026-11-04', amount: 300 },
      { day: '2026-11-09', amount: 0 },
    ],
    'kept',
  ],
  [
    'there is no balance before the visit',
    [
      { day: '2026-11-07', amount: 900 },
      { day: '2026-11-10', amount: 400 },
    ],
    'kept',
  ],
  ['the only balance is after the day', [{ day: '2026-11-12', amount: 100 }], 'open'],
  [
    'it was bought again after it fell',
    [
      { day: '2026-11-04', amount: 900 },
      { day: '2026-11-07', amount: 400 },
      { day: '2026-11-10', amount: 2000 },
    ],
    'kept',
  ],
])('when %s', (_name, books, state) => {
  expect(judgePromise(promise, books)).toBe(state)
})

describe('any balances', () => {
  const books = fc.uniqueArray(
    fc.record({ day: fc.integer({ min: 0, max: 30 }), paise: fc.integer({ min: -10_000, max: 200_000 }) }),
    { selector: ({ day }) => day, maxLength: 12 },
  )
  const toBooks = (days: readonly { day: number; paise: number }[]): BookDay[] =>
    days.map(({ day, paise }) => ({ day: addDays('2026-10-25', day), amount: paise / 100 }))

  it('are judged the same in any order', () => {
    fc.assert(
      fc.property(books, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (days, random) => {
        const shuffled = days
          .map((each, at) => ({ each, at: random[at]! }))
          .toSorted((one, other) => one.at - other.at)
          .map(({ each }) => each)
        expect(judgePromise(promise, toBooks(shuffled))).toBe(judgePromise(promise, toBooks(days)))
      }),
    )
  })

  it('never turn a decision by a balance of a later day', () => {
    fc.assert(
      fc.property(books, fc.integer({ min: -10_000, max: 200_000 }), (days, paise) => {
        const before = toBooks(days)
        const state = judgePromise(promise, before)
        if (state === 'open') return
        const later = [...before, { day: '2026-12-31', amount: paise / 100 }]
        expect(judgePromise(promise, later)).toBe(state)
      }),
    )
  })

  it('keep a promise only if the balance fell by the amount, or to nothing', () => {
    fc.assert(
      fc.property(books, (days) => {
        const known = toBooks(days)
        if (judgePromise(promise, known) !== 'kept') return
        const most = Math.max(...known.map(({ amount }) => amount))
        const least = Math.min(...known.map(({ amount }) => amount))
        expect(least <= 0 || most - least >= 500 - 1e-9).toBe(true)
      }),
    )
  })
})

it.each([
  [
    'a promise for yesterday',
    { Promised_Amount: 5, Promised_On: '2026-11-14' },
    'Promised On should not be before the visit: 14/11/2026 has passed',
  ],
  [
    'a promise for another century',
    { Promised_Amount: 5, Promised_On: '2106-11-16' },
    'Promised On should be within a year: 16/11/2106 is too far away',
  ],
  [
    'a promise without a day',
    { Promised_Amount: 5 },
    'Promised On is missing: by which day will it be paid?',
  ],
  ['a day without an amount', { Promised_On: '2026-11-20' }, 'Promised Amount is missing'],
  ['money without its way', { Collected_Amount: 5 }, 'Collected By says how it was paid: choose it'],
  ['a reference without money', { Collected_Reference: 'x' }, 'Collected Amount is missing'],
])('refuses %s', (_name, visit, sentence) => {
  expect(moneyProblems({ Visited_On: '2026-11-15', ...visit }).map(({ message }) => message)).toEqual([
    sentence,
  ])
})

it('accepts money with its way, and a promise for the day of the visit', () => {
  const visit = { Visited_On: '2026-11-15', Collected_Amount: 5, Collected_Way: 'cash' }
  expect(moneyProblems({ ...visit, Promised_Amount: 1, Promised_On: '2026-11-15' })).toEqual([])
  expect(moneyProblems({ Visited_On: '2026-11-15' })).toEqual([])
})
