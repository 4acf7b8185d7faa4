import { describe, expect, it } from 'vitest'
import { adviceFor, type AdviceQuestion } from './advice.ts'
import { seasonsAt } from './season-window.ts'

const question: AdviceQuestion = {
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
  it('what suits soil and season comes first, by its path; another season says so; the rest claims nothing', () => {
    expect(adviceFor(question)).toEqual({
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

  it('without a season, what suits the soil at all is offered, the present season first', () => {
    const { crops, materials, gaps } = adviceFor({ ...question, season: null })
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

  it('materials of the chosen crops come before those of others, and many crops are named in short', () => {
    const { materials } = adviceFor({ ...question, chosenCrops: ['Cotton'] })
    expect(materials.slice(0, 2)).toEqual([
      { name: 'DAP', why: 'Cotton → DAP', rank: 0 },
      { name: 'Urea', why: 'Wheat → Urea', rank: 1 },
    ])
    const many = ['A', 'B', 'C', 'D'].map((crop) => ({ crop, material: 'Urea' }))
    const short = adviceFor({ ...question, chosenCrops: ['A', 'B', 'C', 'D'], supplies: many })
    expect(short.materials[0]).toEqual({ name: 'Urea', why: 'A, B and 2 more → Urea', rank: 0 })
  })

  it.each([
    ['2026-11-15', ['Winter', 'Rabi']],
    ['2026-10-15', ['Kharif', 'Rabi']],
    ['2026-06-01', ['Summer', 'Monsoon', 'Kharif', 'Zaid']],
    ['2026-02-28', ['Winter', 'Rabi', 'Spring']],
  ])('on %s it is %j', (day, expected) => {
    const names = ['Summer', 'Monsoon', 'Kharif', 'Winter', 'Rabi', 'Spring', 'Zaid', 'Mango time']
    expect(seasonsAt(day, names)).toEqual(expected)
  })

  it('any question: no claim without its rows, no name lost or doubled, chosen ones kept', () => {
    for (let seed = 1; seed <= 400; seed++) check(randomQuestion(randomFrom(seed)), seed)
  })
})

/** Numbers that look random and are the same every time (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function randomQuestion(random: () => number): AdviceQuestion {
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

function check(question: AdviceQuestion, seed: number): void {
  const { crops, materials, gaps } = adviceFor(question)
  const said = `question ${seed}`
  for (const { name, why, rank } of crops) {
    expect(why === null, said).toBe(rank === 2)
    if (why === null) continue
    const [, seasons = ''] = /^Red soil · (.+) → (.+)$/.exec(why) ?? []
    for (const season of seasons.split(', '))
      expect(question.suits, said).toContainEqual({ crop: name, season })
    if (question.season !== null) expect(seasons === question.season, said).toBe(rank === 0)
  }
  for (const { name, why } of materials.filter((offer) => offer.why !== null)) {
    const named = why!
      .split(' → ')[0]!
      .replace(/ and \d+ more$/, '')
      .split(', ')
    for (const crop of named) expect(question.supplies, said).toContainEqual({ crop, material: name })
  }
  const wanted = [...question.crops, ...question.chosenCrops]
  const offered = crops.map(({ name }) => name)
  expect(offered, said).toEqual(expect.arrayContaining(wanted))
  expect(
    materials.map(({ name }) => name),
    said,
  ).toEqual(expect.arrayContaining([...question.materials]))
  expect(new Set(offered).size, said).toBe(offered.length)
  for (const gap of gaps) {
    expect(
      question.supplies.some(({ crop }) => crop === gap),
      said,
    ).toBe(false)
    expect(
      question.suits.some(({ crop }) => crop === gap),
      said,
    ).toBe(true)
  }
  const ranks = crops.map(({ rank }) => rank)
  expect(ranks, said).toEqual(ranks.toSorted())
}
