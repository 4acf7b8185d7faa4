import { addDays } from '../dates/dates.ts'

/** From which day a material must not be advised, and why. */
export interface Ban {
  from: string
  reason: string | null
}

/** What a crop–material mapping says besides its names. Members without a value are absent. */
export interface Dose {
  dose?: number | undefined
  unit?: string | undefined
  timing?: string | undefined
  /** Days between the application and the harvest. */
  waitingDays?: number | undefined
  source?: string | undefined
  /** A ban on this crop. */
  ban?: Ban | undefined
}

export interface Supply extends Dose {
  crop: string
  material: string
}

/** A crop that stands on a field of the customer, and the day of its reaping. */
export interface CropOnField {
  crop: string
  reaping: string
}

export interface GuardFacts {
  /** Of the crops that matter; rows of other crops and materials are ignored. */
  supplies: readonly Supply[]
  /** Bans on all crops, by name of the material. */
  bans: Readonly<Record<string, Ban>>
  lots: readonly CropOnField[]
}

/** What is advised, and on which day. */
export interface AdvisedThings {
  day: string
  crops: readonly string[]
  materials: readonly string[]
}

export type Warning =
  | { kind: 'banned'; from: string; reason: string | null; isOnCrop: boolean }
  /** `safeOn`: the first day on which the crop may be reaped after an application on the day of the advice. */
  | { kind: 'harvest'; reaping: string; safeOn: string }

/** A material as it is advised for a crop; `crop` is null when no mapping says for which one. */
export interface AdviceLine extends Dose {
  crop: string | null
  material: string
  /** The next reaping of the crop on a field of the customer, as far as it is known. */
  reaping: string | null
  warnings: readonly Warning[]
}

/**
 * The materials with their doses, and what speaks against each. A material is meant for the chosen crops that it is mapped to;
 * if there are none, for the crops on the customer's fields.
 */
export function adviceLines(
  { day, crops, materials }: AdvisedThings,
  { supplies, bans, lots }: GuardFacts,
): AdviceLine[] {
  const reapings = nextReapings(lots, day)
  return [...new Set(materials)].flatMap((material): AdviceLine[] => {
    const mapped = supplies.filter((each) => each.material === material)
    const chosen = mapped.filter(({ crop }) => crops.includes(crop))
    const standing = mapped.filter(({ crop }) => reapings.has(crop))
    const meant = distinct(chosen.length > 0 ? chosen : standing)
    const banned = Object.hasOwn(bans, material) ? warnOfBan(bans[material], day, false) : []
    if (meant.length === 0) return [{ crop: null, material, reaping: null, warnings: banned }]
    return meant.map((supply) => {
      const reaping = reapings.get(supply.crop) ?? null
      const onCrop = warnOfBan(supply.ban, day, true)
      return {
        ...supply,
        reaping,
        warnings: [...(banned.length > 0 ? banned : onCrop), ...warnOfHarvest(supply, day, reaping)],
      }
    })
  })
}

/** Lines that have to be explained to be given anyway. */
export const unsafeLines = (lines: readonly AdviceLine[]): AdviceLine[] =>
  lines.filter(({ warnings }) => warnings.length > 0)

/** A ban that begins later does not hold yet. */
const warnOfBan = (ban: Ban | undefined, day: string, isOnCrop: boolean): Warning[] =>
  ban && ban.from <= day ? [{ kind: 'banned', from: ban.from, reason: ban.reason, isOnCrop }] : []

function warnOfHarvest({ waitingDays = 0 }: Supply, day: string, reaping: string | null): Warning[] {
  if (reaping === null || waitingDays === 0) return []
  const safeOn = addDays(day, waitingDays)
  return safeOn > reaping ? [{ kind: 'harvest', reaping, safeOn }] : []
}

/** By crop, the first reaping on or after the day: what was reaped before is not on the field any more. */
function nextReapings(lots: readonly CropOnField[], day: string): ReadonlyMap<string, string> {
  const next = new Map<string, string>()
  for (const { crop, reaping } of lots) {
    const known = next.get(crop)
    if (reaping >= day && (known === undefined || reaping < known)) next.set(crop, reaping)
  }
  return next
}

/** Crops of the same name, which differ in type or grade, usually have the same dose. */
const distinct = (supplies: readonly Supply[]): Supply[] => [
  ...new Map(
    supplies.map((each) => [
      JSON.stringify([
        each.crop,
        each.dose,
        each.unit,
        each.timing,
        each.waitingDays,
        each.source,
        each.ban?.from,
      ]),
      each,
    ]),
  ).values(),
]
