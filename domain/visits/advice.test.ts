import { describe, expect, it } from 'vitest'
import { adviceFor, type AdviceInput } from './advice.ts'
import { seasonsAt } from './season-window.ts'

const input: AdviceInput = {
  soil: 'Black Cotton',
  season: 'Winter',
  present: ['Winter'],
  chosenCrops: [],
  crops: ['Onion', 'Wheat', 'Maize', 'Cotton'],
  materials: ['Urea', 'DAP', 'Zinc'],
  suits: [
    { crop: 'Wheat', season: 'Winter' },
    { crop: 'Gram', season: 'Winter' },
    { crop: 'Cotton', season: 'Monsoon' },
    { crop: 'Cotton', season: 'Summer' },
  ],
  supplies: [
    { crop: 'Wheat', material: 'Urea' },
    { crop: 'Cotton', material: 'DAP' },
  ],
}

describe('advice', () => {
  it('ranks crops mapped to soil and season first, then other seasons, then unmapped ones without a reason', () => {
    expect(adviceFor(input)).toEqual({
      soil: 'Black Cotton',
      season: 'Winter',
      crops: [
        { name: 'Gram', why: 'Black Cotton soil · Winter → Gram', rank: 0 },
        { name: 'Wheat', why: 'Black Cotton soil · Winter → Wheat', rank: 0 },
        { name: 'Cotton', why: 'Black Cotton soil · Monsoon, Summer → Cotton', rank: 1 },
        { name: 'Maize', why: null, rank: 2 },
        { name: 'Onion', why: null, rank: 2 },
      ],
      materials: [
        { name: 'Urea', why: 'Wheat → Urea', rank: 1 },
        { name: 'DAP', why: null, rank: 2 },
        { name: 'Zinc', why: null, rank: 2 },
      ],
      gaps: ['Gram'],
    })
  })

  it('without a season, recommends all crops of the soil, the current season first', () => {
    const { crops, materials, gaps } = adviceFor({ ...input, season: null })
    expect(crops.map(({ name, rank }) => `${name} ${rank}`)).toEqual([
      'Gram 0',
      'Wheat 0',
      'Cotton 1',
      'Maize 2',
      'Onion 2',
    ])
    expect(materials.map(({ why }) => why)).toEqual(['Cotton → DAP', 'Wheat → Urea', null])
    expect(gaps).toEqual(['Gram'])
  })

  it('ranks materials of the chosen crops first, and shortens a long list of crops', () => {
    const { materials } = adviceFor({ ...input, chosenCrops: ['Cotton'] })
    expect(materials.slice(0, 2)).toEqual([
      { name: 'DAP', why: 'Cotton → DAP', rank: 0 },
      { name: 'Urea', why: 'Wheat → Urea', rank: 1 },
    ])
    const many = ['A', 'B', 'C', 'D'].map((crop) => ({ crop, material: 'Urea' }))
    const short = adviceFor({ ...input, chosenCrops: ['A', 'B', 'C', 'D'], supplies: many })
    expect(short.materials[0]).toEqual({ name: 'Urea', why: 'A, B and 2 more → Urea', rank: 0 })
  })

  it.each([
    ['2026-11-15', ['Winter', 'Rabi']],
    ['2026-10-15', ['Kharif', 'Rabi']],
    ['2026-06-01', ['Summer', 'Monsoon', 'Kharif', 'Zaid']],
    ['2026-02-28', ['Winter', 'Rabi', 'Spring']],
  ])('the seasons on %s are %j', (day, expected) => {
    const names = ['Summer', 'Monsoon', 'Kharif', 'Winter', 'Rabi', 'Spring', 'Zaid', 'Mango time']
    expect(seasonsAt(day, names)).toEqual(expected)
  })

  it('gives no reason without a mapping, loses or repeats no name, and keeps chosen ones, for random input', () => {
    for (let seed = 1; seed <= 400; seed++) check(randomInput(randomFrom(seed)), seed)
  })
})

/** A seeded random number generator (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function randomInput(random: () => number): AdviceInput {
  const names = (prefix: string, most: number): string[] =>
    Array.from({ length: Math.floor(random() * most) }, (_, at) => `${prefix}${at}`)
  const some = <T>(from: readonly T[], share: number): T[] => from.filter(() => random() < share)
  const crops = names('Crop', 12)
  const materials = names('Material', 8)
  const seasons = ['Summer', 'Winter', 'Monsoon', 'Spring']
  return {
    soil: random() < 0.9 ? 'Red' : null,
    season: random() < 0.5 ? seasons[Math.floor(random() * 4)]! : null,
    present: some(seasons, 0.4),
    chosenCrops: some(crops, 0.3),
    crops: some(crops, 0.8),
    materials: some(materials, 0.8),
    suits: some(crops, 0.6).flatMap((crop) => some(seasons, 0.4).map((season) => ({ crop, season }))),
    supplies: some(crops, 0.6).flatMap((crop) =>
      some(materials, 0.4).map((material) => ({ crop, material })),
    ),
  }
}

function check(input: AdviceInput, seed: number): void {
  const { crops, materials, gaps } = adviceFor(input)
  const message = `seed ${seed}`
  for (const { name, why, rank } of crops) {
    expect(why === null, message).toBe(rank === 2)
    if (why === null) continue
    const [, seasons = ''] = /^Red soil · (.+) → (.+)$/.exec(why) ?? []
    for (const season of seasons.split(', '))
      expect(input.suits, message).toContainEqual({ crop: name, season })
    if (input.season !== null) expect(seasons === input.season, message).toBe(rank === 0)
  }
  for (const { name, why } of materials.filter((offer) => offer.why !== null)) {
    const named = why!
      .split(' → ')[0]!
      .replace(/ and \d+ more$/, '')
      .split(', ')
    for (const crop of named) expect(input.supplies, message).toContainEqual({ crop, material: name })
  }
  const wanted = [...input.crops, ...input.chosenCrops]
  const offered = crops.map(({ name }) => name)
  expect(offered, message).toEqual(expect.arrayContaining(wanted))
  expect(
    materials.map(({ name }) => name),
    message,
  ).toEqual(expect.arrayContaining([...input.materials]))
  expect(new Set(offered).size, message).toBe(offered.length)
  for (const gap of gaps) {
    expect(
      input.supplies.some(({ crop }) => crop === gap),
      message,
    ).toBe(false)
    expect(
      input.suits.some(({ crop }) => crop === gap),
      message,
    ).toBe(true)
  }
  const ranks = crops.map(({ rank }) => rank)
  expect(ranks, message).toEqual(ranks.toSorted())
}
