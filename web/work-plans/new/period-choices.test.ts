import { expect, it } from 'vitest'
import { periodProblems } from '#domain/planning/period.ts'
import { describePeriod, periodChoices, usualChoice } from './period-choices.ts'

it.each(['2026-11-15', '2026-11-16', '2026-12-31', '2028-02-29'])(
  'offers periods that can be planned, without gaps, on %s',
  (today) => {
    for (const kind of ['week', 'month'] as const) {
      const choices = periodChoices(kind, today)
      expect(choices[0]!.From_Date).toBe(today)
      for (const [at, choice] of choices.entries()) {
        expect(periodProblems(choice)).toEqual([])
        const next = choices[at + 1]
        if (next) expect(Date.parse(next.From_Date) - Date.parse(choice.To_Date)).toBe(86_400_000)
      }
    }
  },
)

it('offers the next week from Monday to Sunday, and the next month', () => {
  expect(periodChoices('week', '2026-11-18')[usualChoice]).toEqual({
    From_Date: '2026-11-23',
    To_Date: '2026-11-29',
  })
  const [, december] = periodChoices('month', '2026-11-18')
  expect(december).toEqual({ From_Date: '2026-12-01', To_Date: '2026-12-31' })
  expect(describePeriod('month', 1, december!)).toBe('Next month, 01/12/2026 to 31/12/2026')
})
