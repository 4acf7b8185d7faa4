import type { Entity } from '../catalogue/entity.ts'
import {
  headingKeys,
  headingsOf,
  headingWords,
  meansOther,
  plainHeading,
  type NameStrength,
} from './heading-names.ts'
import type { MatchReason } from './import-job.ts'
import { distance } from './similar.ts'
import { fitOf, patternOf, patternOfField, type ColumnValues } from './value-evidence.ts'

export interface Match {
  /** The field a column is imported as; null: not imported. */
  field: string | null
  because: MatchReason | null
}

export interface Evidence {
  /** The values of each column, if they are known. */
  columns: readonly ColumnValues[]
  /** Whether a value is the code or the name of a record that a reference field can refer to. */
  isKnown: (field: string) => ((value: string) => boolean) | undefined
}

const noEvidence: Evidence = { columns: [], isKnown: () => undefined }

const nameScores: Record<NameStrength, number> = { same: 1, usual: 0.9, weak: 0.6 }
const leastScore = 0.55
const similarName = 0.8
/** Where values decide alone, at least so many of them must fit. */
const minValues = 3

interface Candidate {
  at: number
  name: string
  score: number
  because: MatchReason
}

/**
 * Matches columns to fields: by remembered mapping, then by the evidence of headings and values together. A field is
 * filled from one column at most, the one with the best evidence.
 */
export function matchColumns(
  entity: Entity,
  headings: readonly string[],
  remembered: ReadonlyMap<string, string>,
  evidence: Evidence = noEvidence,
): Match[] {
  const matches = rememberedMatches(entity, headings, remembered)
  const taken = new Set(matches.flatMap(({ field }) => field ?? []))
  const candidates = headings.flatMap((heading, at) =>
    matches[at]!.because === null ? candidatesOf(entity, heading, at, evidence) : [],
  )
  for (const { at, name, because } of candidates.toSorted(
    (one, other) => other.score - one.score || one.at - other.at,
  )) {
    if (matches[at]!.because !== null || taken.has(name)) continue
    taken.add(name)
    matches[at] = { field: name, because }
  }
  return matches
}

function rememberedMatches(
  entity: Entity,
  headings: readonly string[],
  remembered: ReadonlyMap<string, string>,
): Match[] {
  const taken = new Set<string>()
  return headings.map((heading) => {
    const meaning = remembered.get(plainHeading(heading))
    if (meaning === '') return { field: null, because: 'remembered' }
    if (meaning === undefined || !entity.fields[meaning] || taken.has(meaning))
      return { field: null, because: null }
    taken.add(meaning)
    return { field: meaning, because: 'remembered' }
  })
}

/** Proposals made before, after other headings were remembered. */
export function rematch(
  entity: Entity,
  proposed: readonly (Match & { heading: string })[],
  remembered: ReadonlyMap<string, string>,
): Match[] {
  const headings = proposed.map(({ heading }) => heading)
  const matches = rememberedMatches(entity, headings, remembered)
  const taken = new Set(matches.flatMap(({ field }) => field ?? []))
  return matches.map((match, at) => {
    const { field, because } = proposed[at]!
    return match.because !== null || field === null || taken.has(field) ? match : { field, because }
  })
}

function candidatesOf(entity: Entity, heading: string, at: number, evidence: Evidence): Candidate[] {
  const values = evidence.columns[at] ?? { values: [], filled: 0 }
  const pattern = patternOf(values)
  const isOther = meansOther(heading)
  return Object.entries(entity.fields).flatMap(([name, field]) => {
    const named = nameScore(entity, heading, name, isOther)
    // Retiring records because a column has dates would be a bad surprise.
    if (field.byAction && named.because !== 'same name') return []
    const own = patternOfField(field)
    const distinctive = own !== undefined || field.reference !== undefined
    if (named.score === 0 && (!distinctive || isOther)) return []
    const fit = fitOf(field, values, evidence.isKnown(name))
    const isProven = fit !== undefined && fit >= 0.8
    if (named.score === 0) {
      // Without a name, only values that hardly any other field has decide.
      const decides = isProven && values.values.length >= minValues
      const isTelling = own === undefined ? hasNames(values) : own !== 'pincode'
      return decides && isTelling ? [{ at, name, score: 0.5 + fit * 0.08, because: 'values' }] : []
    }
    const isRefuted =
      (pattern !== undefined && pattern !== own && refutes(pattern, field.label)) ||
      (fit !== undefined &&
        fit < 0.2 &&
        field.reference === undefined &&
        values.values.length >= minValues) ||
      // A name that also means other things needs values that are known.
      (named.isWeak && fit !== undefined && fit < 0.5)
    const score =
      named.score * (isRefuted && named.because !== 'same name' ? 0.4 : 1) +
      (isProven && distinctive ? 0.3 : 0) -
      (isRefuted ? 0.2 : 0) +
      values.filled * 0.05
    if (score < leastScore) return []
    const because =
      isProven && distinctive && named.because !== 'same name' ? 'name and values' : named.because
    return [{ at, name, score, because }]
  })
}

/** E-mail addresses, PAN and GSTIN are nothing else; a phone number may be a code, and six digits many things. */
const refutes = (pattern: string, label: string): boolean =>
  pattern !== 'pincode' && !(pattern === 'phone' && /code|number|\bid$/i.test(label))

/** Names of records, not short codes or numbers, which other columns may have by chance. */
const hasNames = ({ values }: ColumnValues): boolean =>
  values.filter((value) => /\p{L}{4}/u.test(value)).length >= values.length * 0.8

function nameScore(
  entity: Entity,
  heading: string,
  name: string,
  isOther: boolean,
): { score: number; because: MatchReason; isWeak?: boolean } {
  const names = headingsOf(entity).get(name)!
  const { label } = entity.fields[name]!
  const plain = plainHeading(heading)
  if (plain === '') return { score: 0, because: 'similar' }
  if (plain === plainHeading(name) || plain === plainHeading(label))
    return { score: 1.05, because: 'same name' }
  const [strength] = headingKeys(heading).flatMap((key) => names.get(key) ?? [])
  if (strength !== undefined && !(isOther && strength === 'weak'))
    return { score: nameScores[strength], because: 'usual name', isWeak: strength === 'weak' }
  if (isOther) return { score: 0, because: 'similar' }
  const similarity = similarityOf(entity, heading, name, label)
  return { score: similarity >= similarName ? similarity * 0.8 : 0, because: 'similar' }
}

function similarityOf(entity: Entity, heading: string, name: string, label: string): number {
  const plain = plainHeading(heading)
  const spelled = Math.max(
    ...[name, label].map((each) => {
      const other = plainHeading(each)
      return 1 - distance(plain, other) / Math.max(plain.length, other.length)
    }),
  )
  const own = headingWords(entity.singular)
  const ours = headingWords(heading).filter((word) => !own.includes(word))
  const theirs = headingWords(label).filter((word) => !own.includes(word))
  const shared = theirs.filter((word) => ours.includes(word)).length
  const byWords = shared / Math.max(ours.length, theirs.length, 1)
  return Math.max(spelled, byWords * 0.9)
}
