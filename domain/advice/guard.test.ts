import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '../dates/dates.ts'
import { formatDetails, parseDetails } from './details.ts'
import { adviceLines, unsafeLines, type GuardFacts } from './guard.ts'
import { describeWarnings } from './guard-words.ts'

const day = '2026-11-17'
const facts: GuardFacts = {
  supplies: [
    { crop: 'Mustard', material: 'Imidacloprid', dose: 0.5, unit: 'ml per litre of water', waitingDays: 21 },
    { crop: 'Mustard', material: 'Urea', dose: 45, unit: 'kg per acre' },
    { crop: 'Cotton', material: 'Imidacloprid', dose: 0.3, unit: 'ml per litre of water', waitingDays: 40 },
    { crop: 'Onion', material: 'Mancozeb', ban: { from: '2026-01-01', reason: null } },
  ],
  bans: {
    Monocrotophos: { from: '2024-10-01', reason: 'Prohibited' },
    Later: { from: '2026-11-18', reason: null },
  },
  lots: [
    { crop: 'Mustard', reaping: '2026-11-29' },
    { crop: 'Mustard', reaping: '2026-11-10' },
    { crop: 'Mustard', reaping: '2027-02-01' },
  ],
}
const sentences = (crops: string[], materials: string[], from: Partial<GuardFacts> = {}): string[] =>
  describeWarnings(adviceLines({ day, crops, materials }, { ...facts, ...from }))

describe('the guard of advice', () => {
  it('warns when the waiting days end after the next reaping of the crop', () => {
    expect(sentences(['Mustard'], ['Imidacloprid', 'Urea'])).toEqual([
      'Imidacloprid: Mustard is to be reaped on 29/11/2026, but with 21 waiting days not before 08/12/2026',
    ])
    // The last safe day.
    expect(
      sentences(['Mustard'], ['Imidacloprid'], { lots: [{ crop: 'Mustard', reaping: '2026-12-08' }] }),
    ).toEqual([])
  })

  it('knows no reaping of a crop without a lot, or with lots that are reaped', () => {
    for (const lots of [[], [{ crop: 'Mustard', reaping: '2026-11-16' }]]) {
      const [line] = adviceLines({ day, crops: ['Mustard'], materials: ['Imidacloprid'] }, { ...facts, lots })
      expect(line).toMatchObject({ reaping: null, warnings: [], waitingDays: 21 })
    }
  })

  it('takes the crops on the fields when no chosen crop is mapped', () => {
    const [line, ...others] = adviceLines({ day, crops: ['Wheat'], materials: ['Imidacloprid'] }, facts)
    expect([line?.crop, line?.warnings[0]?.kind, others.length]).toEqual(['Mustard', 'harvest', 0])
    const [plain] = adviceLines({ day, crops: [], materials: ['Sulphur'] }, facts)
    expect(plain).toEqual({ crop: null, material: 'Sulphur', reaping: null, warnings: [] })
  })

  it('warns of a ban from its day on, on all crops or on one', () => {
    expect(sentences([], ['Monocrotophos', 'Later'])).toEqual([
      'Monocrotophos is banned since 01/10/2024: Prohibited',
    ])
    expect(sentences(['Onion'], ['Mancozeb'])).toEqual(['Mancozeb is banned on Onion since 01/01/2026'])
    expect(sentences([], ['constructor'])).toEqual([])
  })

  it('agrees with a model over random mappings, lots and bans', () => {
    const crop = fc.constantFrom('A', 'B', 'C')
    const material = fc.constantFrom('x', 'y', 'z')
    const aDay = fc.integer({ min: -60, max: 400 }).map((days) => addDays(day, days))
    const ban = fc.record({ from: aDay, reason: fc.constant(null) })
    const supply = fc.record(
      { crop, material, waitingDays: fc.integer({ min: 0, max: 365 }), ban },
      { requiredKeys: ['crop', 'material'] },
    )
    fc.assert(
      fc.property(
        fc.array(supply, { maxLength: 6 }),
        fc.array(fc.record({ crop, reaping: aDay }), { maxLength: 4 }),
        fc.dictionary(material, ban, { maxKeys: 2 }),
        fc.uniqueArray(crop, { maxLength: 3 }),
        fc.uniqueArray(material, { maxLength: 3 }),
        (supplies, lots, bans, crops, materials) => {
          const unsafe = unsafeLines(adviceLines({ day, crops, materials }, { supplies, lots, bans }))
          const standing = new Set(lots.filter(({ reaping }) => reaping >= day).map((lot) => lot.crop))
          const expected = materials.filter((name) => {
            const mapped = supplies.filter((each) => each.material === name)
            const chosen = mapped.filter((each) => crops.includes(each.crop))
            const meant = chosen.length > 0 ? chosen : mapped.filter((each) => standing.has(each.crop))
            const isTooLate = meant.some(({ crop: of, waitingDays = 0 }) => {
              const ahead = lots.filter((lot) => lot.crop === of && lot.reaping >= day)
              return waitingDays > 0 && ahead.some(({ reaping }) => daysBetween(day, reaping) < waitingDays)
            })
            const holds = (from: string | undefined): boolean => from !== undefined && from <= day
            return isTooLate || holds(bans[name]?.from) || meant.some((each) => holds(each.ban?.from))
          })
          expect([...new Set(unsafe.map((line) => line.material))]).toEqual(expected)
        },
      ),
    )
  })
})

describe('the stored details of advice', () => {
  it('are readable, and read back', () => {
    const lines = adviceLines(
      { day, crops: ['Mustard'], materials: ['Imidacloprid', 'Monocrotophos'] },
      facts,
    )
    const text = formatDetails(lines)
    expect(text).toBe(
      'Mustard | Imidacloprid | 0.5 ml per litre of water |  | 21 |  | harvest 2026-11-29\n| Monocrotophos |  |  |  |  | banned 2024-10-01',
    )
    expect(parseDetails(text)).toEqual([
      {
        crop: 'Mustard',
        material: 'Imidacloprid',
        dose: 0.5,
        unit: 'ml per litre of water',
        waitingDays: 21,
        warnings: [{ kind: 'harvest', day: '2026-11-29' }],
      },
      { crop: null, material: 'Monocrotophos', warnings: [{ kind: 'banned', day: '2024-10-01' }] },
    ])
  })

  it('keep one line for any text, and no other text is taken for them', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (timing, source) => {
        const line = { crop: 'A', material: 'x', timing, source, reaping: null, warnings: [] }
        const parsed = parseDetails(formatDetails([line]))
        expect(parsed).toMatchObject([{ crop: 'A', material: 'x' }])
      }),
    )
    for (const text of [
      '',
      'Mustard',
      'a | b | c',
      'a | b | much |  |  |  |',
      'a | b |  |  |  |  | odd 2026-01-01',
    ])
      expect(parseDetails(text)).toBeUndefined()
  })
})
