import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  madeOf,
  movedFrom,
  noCounts,
  planResults,
  resultOf,
  shareMade,
  type PlannedFacts,
} from './plan-results.ts'

const facts: fc.Arbitrary<PlannedFacts> = fc.record({
  status: fc.constantFrom('planned', 'visited', 'missed', 'cancelled'),
  timing: fc.integer({ min: -1, max: 1 }),
  isMoved: fc.boolean(),
  isPast: fc.boolean(),
})

describe('planned against done', () => {
  it('counts every planned visit in exactly one group', () => {
    fc.assert(
      fc.property(fc.array(facts), (visits) => {
        const { results } = noCounts()
        for (const visit of visits) results[resultOf(visit)]++
        expect(planResults.reduce((sum, result) => sum + results[result], 0)).toBe(visits.length)
        const made = visits.filter(({ status }) => status === 'visited').length
        expect(madeOf({ results })).toBe(made)
        const open = visits.filter(({ status }) => status === 'planned').length
        expect(results.noResult + results.moved + results.ahead).toBe(open)
      }),
    )
  })

  it.each([
    ['visited', 0, false, true, 'onDay'],
    ['visited', -1, false, false, 'early'],
    ['visited', 1, true, true, 'late'],
    ['planned', 0, false, true, 'noResult'],
    ['planned', 0, true, true, 'noResult'],
    ['planned', 0, true, false, 'moved'],
    ['planned', 0, false, false, 'ahead'],
    ['missed', 0, true, true, 'missed'],
    ['cancelled', 0, false, false, 'cancelled'],
  ] as const)('%s, timing %d, moved %s, past %s: %s', (status, timing, isMoved, isPast, expected) => {
    expect(resultOf({ status, timing, isMoved, isPast })).toBe(expected)
  })

  it('says 100 % only if every visit that was due is made, and nothing where none was due', () => {
    const { results } = noCounts()
    expect(shareMade({ planned: 0, results })).toBeNull()
    expect(shareMade({ planned: 2, results: { ...results, ahead: 2 } })).toBeNull()
    expect(shareMade({ planned: 3, results: { ...results, onDay: 1, early: 1, ahead: 1 } })).toBe(100)
    expect(shareMade({ planned: 1000, results: { ...results, onDay: 999, noResult: 1 } })).toBe(99)
    expect(shareMade({ planned: 3, results: { ...results, late: 1, cancelled: 2 } })).toBe(33)
  })

  it('keeps the first day that was not kept', () => {
    const plan = { Planned_At: '2026-11-10T04:30:00.000Z', Moved_From: null }
    const days = { before: '2026-11-10', after: '2026-11-12', today: '2026-11-10', isAgreed: false }
    expect(movedFrom(plan, days)).toBe(plan.Planned_At)
    expect(movedFrom(plan, { ...days, today: '2026-11-09' })).toBeNull()
    expect(movedFrom(plan, { ...days, after: '2026-11-10', isAgreed: true })).toBeNull()
    expect(movedFrom(plan, { ...days, today: '2026-11-01', isAgreed: true })).toBe(plan.Planned_At)
    const moved = { Planned_At: '2026-11-12T04:30:00.000Z', Moved_From: '2026-11-10T04:30:00.000Z' }
    expect(
      movedFrom(moved, { ...days, before: '2026-11-12', after: '2026-11-20', today: '2026-11-12' }),
    ).toBe(moved.Moved_From)
  })
})
