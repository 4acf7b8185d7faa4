import { describe, expect, it } from 'vitest'
import { labelledSets, type LabelledSet } from '#testing/duplicates/labelled-customers.ts'
import { pairKeysOf } from './pair-keys.ts'
import { likelyPairOf } from './pair-score.ts'

const nameOfPair = (one: string, other: string): string => [one, other].toSorted().join(' and ')

/** The pairs that the queue would show. */
function findPairs({ customers }: LabelledSet): Set<string> {
  const keys = customers.map((customer) => {
    const { keys: own, initialKeys } = pairKeysOf(customer)
    return new Set([...own, ...initialKeys])
  })
  const found = new Set<string>()
  for (const [at, one] of customers.entries())
    for (const [otherAt, other] of customers.entries())
      if (otherAt > at && [...keys[at]!].some((key) => keys[otherAt]!.has(key)) && likelyPairOf(one, other))
        found.add(nameOfPair(one.Customer_Code, other.Customer_Code))
  return found
}

function measure(set: LabelledSet) {
  const found = findPairs(set)
  // Two copies of one customer are duplicates of each other too.
  const originals = new Map<string, string[]>()
  for (const { codes } of set.duplicates)
    originals.set(codes[0], [...(originals.get(codes[0]) ?? [codes[0]]), codes[1]])
  const same = new Set(
    [...originals.values()].flatMap((codes) =>
      codes.flatMap((one, at) => codes.slice(at + 1).map((other) => nameOfPair(one, other))),
    ),
  )
  const right = [...found].filter((pair) => same.has(pair))
  const hows = new Map(set.duplicates.map(({ codes, how }) => [nameOfPair(...codes), how]))
  const name = (pair: string): string =>
    pair
      .split(' and ')
      .map((code) => set.customers.find((each) => each.Customer_Code === code)!.Customer_Name)
      .join(' / ')
  return {
    customers: set.customers.length,
    duplicates: same.size,
    precision: right.length / found.size,
    recall: right.length / same.size,
    wrong: [...found].filter((pair) => !same.has(pair)).map(name),
    missed: [...same]
      .filter((pair) => !found.has(pair))
      .map((pair) => `${hows.get(pair) ?? 'two copies'}: ${name(pair)}`),
  }
}

describe('likely pairs in the labelled sets', () => {
  const { tuning, heldOut } = labelledSets()

  // The figures are stated in docs/decisions/063-a-queue-of-likely-duplicates.md.
  it.each([
    { part: 'tuning', set: tuning, precision: 0.98, recall: 0.91 },
    { part: 'held out', set: heldOut, precision: 0.98, recall: 0.84 },
  ])('are right and complete enough: $part', ({ set, precision, recall }) => {
    const measured = measure(set)
    expect(measured).toMatchObject({ customers: 202, duplicates: 92 })
    expect(measured.precision, measured.wrong.join('; ')).toBeGreaterThanOrEqual(precision)
    expect(measured.recall, measured.missed.join('; ')).toBeGreaterThanOrEqual(recall)
  })

  it('are the same on every run, and the parts share no name', () => {
    expect(labelledSets()).toEqual({ tuning, heldOut })
    const names = ({ customers }: LabelledSet): Set<string> =>
      new Set(customers.map(({ Customer_Name }) => Customer_Name))
    expect([...names(tuning)].filter((name) => names(heldOut).has(name))).toEqual([])
  })
})

describe('likelyPairOf', () => {
  const customer = { Type: 'individual', City_Code: 'ANAND', Station_Code: 'ST' }
  const isLikely = (one: object, other: object): boolean =>
    likelyPairOf({ ...customer, ...one }, { ...customer, ...other }) !== undefined

  it('ignores the contact person alone, and values that stand for none', () => {
    const contact = { Primary_Contact: 'Mr. Ganesh' }
    expect(
      isLikely(
        { Customer_Name: 'Umiya Krushi Kendra', ...contact },
        { Customer_Name: 'Ambica Traders', ...contact },
      ),
    ).toBe(false)
    expect(isLikely({ Customer_Phone: '0000000000' }, { Customer_Phone: '0000000000' })).toBe(false)
    expect(isLikely({}, {})).toBe(false)
  })

  it('gives the reasons, the strongest first', () => {
    const one = { ...customer, Customer_Name: 'Ramesh Patel', Customer_Phone: '98250 12345' }
    const other = { ...customer, Customer_Name: 'રમેશભાઈ પટેલ', Customer_Phone: '+91-9825012345' }
    expect(likelyPairOf(one, other)?.reasons).toEqual(['phone', 'name', 'city'])
  })

  it.each([
    ['Ram Lal Yadav', 'Ramlal Yadav', true],
    ['M/s Mahavir Seeds & Sons', 'Mahavir Seed', true],
    ['Ramesh Patel', 'Rajesh Patel', false],
    ['Ramesh Kantilal Patel', 'Ramesh Manilal Patel', false],
    ['V. Solanki', 'Nilesh Solanki', false],
    ['Krushi Kendra', 'Krushi Seva Kendra', false],
  ])('%s and %s in one city: %s', (one, other, expected) => {
    expect(isLikely({ Customer_Name: one }, { Customer_Name: other })).toBe(expected)
    expect(isLikely({ Customer_Name: other }, { Customer_Name: one })).toBe(expected)
  })
})
