import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('WEEKLY_OFF', () => {
  const offsOf = (WEEKLY_OFF?: string) => readConfig({ WEEKLY_OFF }).weeklyOffs

  it('is Sunday unless it says something else, in any letter case and order', () => {
    expect([offsOf(), offsOf(' '), offsOf('none')]).toEqual([['sunday'], ['sunday'], []])
    expect(offsOf('Sunday, SATURDAY,')).toEqual(['sunday', 'saturday'])
  })

  it.each(['sundays', 'sunday;monday', 'none,sunday', '0', ','])(
    '%j stops the start with a sentence',
    (text) => {
      expect(() => offsOf(text)).toThrow(`WEEKLY_OFF should be the days of the week`)
      expect(() => offsOf(text)).toThrow(`not "${text}"`)
    },
  )

  it('leaves at least one day to work', () => {
    const all = 'monday,tuesday,wednesday,thursday,friday,saturday,sunday'
    expect(() => offsOf(all)).toThrow('at least one day should be left')
  })
})
