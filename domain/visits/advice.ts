/** What suits a soil: a crop in a season, by their names, as one row of the mapping says. */
export interface Suit {
  crop: string
  season: string
}

/** What a crop is given: one row of the crop–material mapping, by its names. */
export interface Supply {
  crop: string
  material: string
}

export interface Offer {
  name: string
  /** The path through the mappings, in words; null where there is none, and so no claim. */
  why: string | null
  /**
   * 0: decided by the mappings for what is chosen. 1: for something near it (a crop: another season; a material: another
   * crop that suits). 2: no mapping says anything.
   */
  rank: 0 | 1 | 2
}

export interface Advice {
  soil: string | null
  /** The one that was chosen. */
  season: string | null
  crops: Offer[]
  materials: Offer[]
  /** Crops that suit and have no material. */
  gaps: string[]
}

export interface AdviceQuestion {
  soil: string | null
  season: string | null
  /** Which seasons it is now: without a chosen one, what suits in these comes first. */
  present: readonly string[]
  chosenCrops: readonly string[]
  /** The names to rank; those that the mappings name are added. */
  crops: readonly string[]
  materials: readonly string[]
  /** The rows of the customer's soil. */
  suits: readonly Suit[]
  supplies: readonly Supply[]
}

/** The mappings decide what is offered first, and each offer can say by which path. */
export function adviceFor(question: AdviceQuestion): Advice {
  const { soil, season, present, chosenCrops, suits, supplies } = question
  const seasonsOf = groupBy(
    suits,
    ({ crop }) => crop,
    ({ season: each }) => each,
  )
  const wanted = season === null ? present : [season]
  const isNow = (crop: string): boolean => (seasonsOf.get(crop) ?? []).some((each) => wanted.includes(each))

  const crops = distinct([...question.crops, ...seasonsOf.keys(), ...chosenCrops]).map((name): Offer => {
    const all = seasonsOf.get(name)
    if (!all || soil === null) return { name, why: null, rank: 2 }
    const now = all.filter((each) => wanted.includes(each))
    const seasons = now.length > 0 ? now : all
    return {
      name,
      why: `${soilInWords(soil)} · ${seasons.join(', ')} → ${name}`,
      rank: now.length > 0 ? 0 : 1,
    }
  })

  // Without a season, whatever suits the soil at all is suited.
  const suited = new Set([...seasonsOf.keys()].filter((crop) => season === null || isNow(crop)))
  const cropsOf = groupBy(
    supplies,
    ({ material }) => material,
    ({ crop }) => crop,
  )
  const materials = distinct([...question.materials, ...cropsOf.keys()]).map((name): Offer => {
    const all = cropsOf.get(name) ?? []
    const chosen = all.filter((crop) => chosenCrops.includes(crop))
    if (chosen.length > 0) return { name, why: `${fewOf(chosen)} → ${name}`, rank: 0 }
    const others = all.filter((crop) => suited.has(crop))
    if (others.length > 0) return { name, why: `${fewOf(others)} → ${name}`, rank: 1 }
    return { name, why: null, rank: 2 }
  })

  const supplied = new Set(supplies.map(({ crop }) => crop))
  return {
    soil,
    season,
    crops: ranked(crops),
    materials: ranked(materials),
    gaps: [...suited].filter((crop) => !supplied.has(crop)).toSorted(),
  }
}

/** "Black Cotton soil"; a soil that calls itself one already is left alone. */
export const soilInWords = (name: string): string => (/soil/i.test(name) ? name : `${name} soil`)

const mostNamed = 3

/** As many as can be taken in at a glance. */
const fewOf = (names: readonly string[]): string =>
  names.length <= mostNamed
    ? names.join(', ')
    : `${names.slice(0, mostNamed - 1).join(', ')} and ${names.length - mostNamed + 1} more`

/** By rank; within a rank by name, so that the same question always has the same answer. */
const ranked = (offers: readonly Offer[]): Offer[] =>
  offers.toSorted((one, other) => one.rank - other.rank || (one.name < other.name ? -1 : 1))

const distinct = (names: readonly string[]): string[] => [...new Set(names)]

function groupBy<T>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  valueOf: (row: T) => string,
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, Set<string>>()
  for (const row of rows) {
    const values = groups.get(keyOf(row)) ?? new Set()
    groups.set(keyOf(row), values.add(valueOf(row)))
  }
  return new Map([...groups].map(([key, values]) => [key, [...values]]))
}
