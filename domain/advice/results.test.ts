import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minAnswers } from './min-answers.ts'
import { describeTally, shareOf, tallyResults, wilson } from './results.ts'

describe('whether advice helped', () => {
  it('is counted by material, crop, season and soil, without those who only used it', () => {
    const row = { crops: ['Wheat'], materials: ['Urea', 'DAP'], season: 'Winter', soil: 'Black', count: 3 }
    expect(
      tallyResults([
        { ...row, cropResult: 'worked', materialResult: 'did not work' },
        { ...row, cropResult: 'used', materialResult: 'worked', materials: ['Urea'], count: 2 },
        { ...row, cropResult: 'worked', materialResult: null, crops: [], count: 5 },
      ]),
    ).toEqual({
      material: { Urea: { answers: 5, worked: 2 }, DAP: { answers: 3, worked: 0 } },
      crop: { Wheat: { answers: 3, worked: 3 } },
      season: { Winter: { answers: 3, worked: 3 } },
      soil: { Black: { answers: 3, worked: 3 } },
    })
  })

  it('has a share only with enough answers, and Wilson’s interval', () => {
    expect(describeTally({ answers: minAnswers - 1, worked: 19 })).toBe('Too few to say: 19 answers')
    expect(describeTally({ answers: 20, worked: 15 })).toBe('Worked 75% (53% to 89%) of 20')
    // Values of the literature (Newcombe 1998): 81 of 263, and 0 of 20.
    const { low, high } = wilson(81, 263)
    expect([low.toFixed(4), high.toFixed(4)]).toEqual(['0.2553', '0.3662'])
    expect(wilson(0, 20).high.toFixed(4)).toBe('0.1611')
  })

  it('gives an interval that contains the share and lies between 0 and 1', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: minAnswers, max: 100_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (answers, part) => {
          const worked = Math.round(answers * part)
          const { share, low, high } = shareOf({ answers, worked })!
          expect(low).toBeGreaterThanOrEqual(0)
          expect(high).toBeLessThanOrEqual(1)
          expect(low <= share + 1e-9 && share <= high + 1e-9).toBe(true)
        },
      ),
    )
  })
})
