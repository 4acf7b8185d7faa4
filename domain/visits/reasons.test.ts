import { afterEach, describe, expect, it } from 'vitest'
import { localeAndScriptOf } from '../messages/language-names.ts'
import { english, setLanguage } from '../messages/t.ts'
import { reasonsOf, type ReasonFacts } from './reasons.ts'
import { isInSeason } from './season-window.ts'

afterEach(() => setLanguage(() => english))

const nothing: ReasonFacts = {
  day: '2026-11-16',
  today: '2026-11-15',
  lastVisited: '2026-11-10',
  visitInDays: 30,
  pending: -24,
  balance: null,
  agreed: null,
  plannedDay: '2026-11-16',
  soil: 'Black',
  crops: [],
}
const reasons = (facts: Partial<ReasonFacts>): string[] => reasonsOf({ ...nothing, ...facts })

describe('reasonsOf', () => {
  it('names how long the visit is overdue, or when it is due', () => {
    expect(reasons({})).toEqual([])
    expect(reasons({ lastVisited: null })).toEqual(['Never visited'])
    expect(reasons({ visitInDays: 4, pending: 2 })).toEqual(['Overdue by 2 days'])
    expect(reasons({ visitInDays: 5 })).toEqual(['Due today'])
    expect(reasons({ lastVisited: '2026-10-05', day: '2026-12-31', pending: 12 })).toEqual([
      'Overdue by 12 days',
    ])
    expect(reasons({ visitInDays: 6 })).toEqual(['Due on 16/11/2026'])
    expect(reasons({ visitInDays: 7 })).toEqual([])
    expect(reasons({ visitInDays: 7, day: '2026-11-30' })).toEqual(['Due on 17/11/2026'])
    expect(reasons({ visitInDays: 6, today: '2026-11-16' })).toEqual(['Due today'])
  })

  it('names the overdue amount and its date', () => {
    const balance = { As_Of: '2026-11-12', Receivable: 9000, Overdue: 4000 }
    expect(reasons({ balance })).toEqual(['₹4,000 overdue (as of 12/11/2026)'])
    expect(reasons({ balance: { ...balance, Overdue: 0 } })).toEqual([])
  })

  it('names the visit at which it was agreed, and the agreed day if the plan was moved', () => {
    const agreed = { on: '2026-11-01', for: '2026-11-16' }
    expect(reasons({ agreed })).toEqual(['Agreed on 01/11 visit'])
    expect(reasons({ agreed, plannedDay: '2026-11-20' })).toEqual(['Agreed on 01/11 visit for 16/11/2026'])
  })

  it('names the crops for the soil in the season of that day, and ignores unknown seasons', () => {
    const crops = [
      { season: 'Winter', crop: 'Wheat' },
      { season: 'Summer', crop: 'Maize' },
      { season: 'Second flush', crop: 'Tea' },
    ]
    expect(reasons({ crops })).toEqual(['Winter: Wheat suits Black soil'])
    expect(reasons({ crops, day: '2026-05-02', today: '2026-05-02', lastVisited: '2026-05-01' })).toEqual([
      'Summer: Maize suits Black soil',
    ])
    const many = ['Wheat', 'Gram', 'Mustard', 'Cumin', 'Wheat'].map((crop) => ({ season: 'Rabi', crop }))
    expect(reasons({ crops: many, soil: 'Red Soil' })).toEqual([
      'Rabi: Cumin, Gram, Mustard and 1 more suit Red Soil',
    ])
  })

  it('names crops, soil and season by their second names to readers of the script', () => {
    setLanguage(() => ({ ...localeAndScriptOf('gu'), translations: {} }))
    const localNames = { Wheat: 'ઘઉં', Black: 'કાળી', Winter: 'શિયાળો', Gram: 'चना' }
    const crops = ['Wheat', 'Gram'].map((crop) => ({ season: 'Winter', crop }))
    expect(reasons({ crops, localNames })).toEqual(['શિયાળો: Gram અને ઘઉં suit કાળી'])
  })

  it('sorts the reasons by urgency', () => {
    const balance = { As_Of: '2026-11-12', Receivable: 9000, Overdue: 4000 }
    const agreed = { on: '2026-11-01', for: '2026-11-16' }
    const crops = [{ season: 'Winter', crop: 'Wheat' }]
    expect(reasons({ lastVisited: null, balance, agreed, crops })).toEqual([
      'Never visited',
      '₹4,000 overdue (as of 12/11/2026)',
      'Agreed on 01/11 visit',
      'Winter: Wheat suits Black soil',
    ])
  })
})

it.each([
  ['Winter', '2026-11-15', true],
  ['winter', '2027-01-31', true],
  ['Winter', '2027-03-01', false],
  ['RABI', '2026-03-31', true],
  ['Kharif season', '2026-06-01', true],
  ['Kharif', '2026-11-01', false],
  ['Zaid', '2026-04-10', true],
  ['Monsoon', '2026-09-30', true],
  ['Spring', '2026-02-14', true],
  ['Summer', '2026-07-01', false],
  ['Autumn', '2026-10-10', false],
  ['constructor', '2026-10-10', false],
])('%s on %s: %s', (name, day, is) => expect(isInSeason(name, day)).toBe(is))
