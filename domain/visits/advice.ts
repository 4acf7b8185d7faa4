import { t } from '../messages/t.ts'
import { shownSeason } from './season-window.ts'

/** A row of the crop-soil-season mapping for one soil, by names. */
export interface SuitableCrop {
  crop: string
  season: string
}

/** A row of the crop-material mapping, by names. */
export interface CropMaterial {
  crop: string
  material: string
}

interface Recommendation {
  name: string
  /** The mappings that lead to it, as text; null when there are none. */
  why: string | null
  /**
   * 0: mapped to the chosen season or crops. 1: mapped to something close (a crop: another season; a material: another
   * suitable crop). 2: not mapped.
   */
  rank: 0 | 1 | 2
}

interface Advice {
  soil: string | null
  /** The chosen season. */
  season: string | null
  crops: Recommendation[]
  materials: Recommendation[]
  /** Suitable crops without a material. */
  gaps: string[]
}

export interface AdviceInput {
  soil: string | null
  season: string | null
  /** The current seasons, used for the ranking when no season is chosen. */
  present: readonly string[]
  chosenCrops: readonly string[]
  /** The names to rank; names from the mappings are added. */
  crops: readonly string[]
  materials: readonly string[]
  /** The mappings of the customer's soil. */
  suits: readonly SuitableCrop[]
  supplies: readonly CropMaterial[]
}

/** Ranks crops and materials by the mappings, each with the reason. */
export function adviceFor(input: AdviceInput): Advice {
  const { soil, season, present, chosenCrops, suits, supplies } = input
  const seasonsOf = groupBy(
    suits,
    ({ crop }) => crop,
    ({ season: each }) => each,
  )
  const wanted = season === null ? present : [season]
  const isNow = (crop: string): boolean => (seasonsOf.get(crop) ?? []).some((each) => wanted.includes(each))

  const crops = distinct([...input.crops, ...seasonsOf.keys(), ...chosenCrops]).map(
    (name): Recommendation => {
      const all = seasonsOf.get(name)
      if (!all || soil === null) return { name, why: null, rank: 2 }
      const now = all.filter((each) => wanted.includes(each))
      const seasons = now.length > 0 ? now : all
      return {
        name,
        why: `${formatSoil(soil)} · ${seasons.map((each) => shownSeason(each)).join(', ')} → ${name}`,
        rank: now.length > 0 ? 0 : 1,
      }
    },
  )

  // Without a season, all crops of the soil are suitable.
  const suited = new Set([...seasonsOf.keys()].filter((crop) => season === null || isNow(crop)))
  const cropsOf = groupBy(
    supplies,
    ({ material }) => material,
    ({ crop }) => crop,
  )
  const materials = distinct([...input.materials, ...cropsOf.keys()]).map((name): Recommendation => {
    const all = cropsOf.get(name) ?? []
    const chosen = all.filter((crop) => chosenCrops.includes(crop))
    if (chosen.length > 0) return { name, why: `${shortenList(chosen)} → ${name}`, rank: 0 }
    const others = all.filter((crop) => suited.has(crop))
    if (others.length > 0) return { name, why: `${shortenList(others)} → ${name}`, rank: 1 }
    return { name, why: null, rank: 2 }
  })

  const supplied = new Set(supplies.map(({ crop }) => crop))
  return {
    soil,
    season,
    crops: sortByRank(crops),
    materials: sortByRank(materials),
    gaps: [...suited].filter((crop) => !supplied.has(crop)).toSorted(),
  }
}

/** "Black Cotton soil"; nothing is added to a name that contains "soil". */
export const formatSoil = (name: string): string => (/soil/i.test(name) ? name : t('{name} soil', { name }))

const maxNamed = 3

/** Shortens a list: "A, B and 2 more". */
const shortenList = (names: readonly string[]): string =>
  names.length <= maxNamed
    ? names.join(', ')
    : t('{names} and {count} more', {
        names: names.slice(0, maxNamed - 1).join(', '),
        count: names.length - maxNamed + 1,
      })

/** By rank, then by name, so that the order is deterministic. */
const sortByRank = (offers: readonly Recommendation[]): Recommendation[] =>
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
