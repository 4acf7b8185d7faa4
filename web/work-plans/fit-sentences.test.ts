import { expect, it } from 'vitest'
import { describeFit, describeGap } from './fit-sentences.ts'

const report = { due: 112, planned: 84, atMost: 90, gap: 4, isEdited: false }

it('says how many visits fit where that is proved, and else how many are planned', () => {
  const fit = (Visits_Due: number, Visits_In_Time: number, atMost: number, isEdited = false): string =>
    describeFit({ Visits_Due, Visits_In_Time, report: { ...report, atMost, isEdited } }).join(' ')
  expect(fit(112, 84, 84)).toBe('112 visits fall due, 84 fit. More than 84 fit in no order.')
  // Nothing is called impossible that is not proved.
  expect(fit(112, 84, 90)).toBe('112 visits fall due, 84 planned. More than 90 fit in no order.')
  expect(fit(112, 84, 112)).toBe('112 visits fall due, 84 planned.')
  expect(fit(1, 0, 1)).toBe('1 visit falls due, 0 planned.')
  expect(fit(9, 9, 9)).toBe('9 visits fall due, all fit.')
  expect(fit(0, 0, 0)).toBe('No visits fall due.')
  // Changed by hand, days may have more than fits.
  expect(fit(112, 90, 90, true)).toBe('112 visits fall due, 90 planned. More than 90 fit in no order.')
  expect(describeFit({ Visits_Due: null, Visits_In_Time: null, report: null })).toEqual([])
})

it('says how far a plan may be above the best one, and no number where none is known', () => {
  const gap = (values: Partial<typeof report> | { gap: null }): string | null =>
    describeGap({ report: { ...report, ...values } })
  // A fifth of this plan is a quarter of the best one.
  expect(gap({ gap: 20 })).toBe('At most 25 % above the best possible plan.')
  expect(gap({ gap: 0.1 })).toBe('At most 1 % above the best possible plan.')
  expect(gap({ gap: 0 })).toBe('This is the best possible plan.')
  expect(gap({ gap: null })).toBeNull()
  expect(gap({ gap: 100 })).toBeNull()
  expect(gap({ planned: 0 })).toBeNull()
  expect(gap({ isEdited: true })).toBe('Changed by hand since it was solved.')
})
