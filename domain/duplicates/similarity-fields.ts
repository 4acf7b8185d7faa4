import type { Entity, RecordValues } from '../catalogue/entity.ts'
import type { Field } from '../catalogue/field.ts'
import { foldText } from '../text.ts'
import { nameSimilarity, soundsOf } from './similar-names.ts'
import { t } from '../messages/t.ts'

export interface Similarity {
  /** Such as "same phone", "similar name". */
  reasons: string[]
  weight: number
}

/** Fields that two records rarely share, with a function that normalises the spelling. */
interface Identifier {
  names: readonly string[]
  reason: string
  toKey: (text: string) => string
}

const letters = (text: string): string => foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The last ten digits, so that a country prefix does not matter. Short numbers are not unique and give ''. */
export function phoneKey(text: string): string {
  const digits = text.replace(/(?:x|ext).*$/i, '').replaceAll(/\D/g, '')
  return digits.length < 6 ? '' : digits.slice(-10)
}

const identifierKinds: readonly {
  reason: string
  is: (field: Field) => boolean
  toKey: Identifier['toKey']
}[] = [
  { reason: 'same PAN', is: (field) => field.typedIn.advice === 'pan', toKey: letters },
  { reason: 'same GSTIN', is: (field) => field.typedIn.advice === 'gstin', toKey: letters },
  { reason: 'same phone', is: (field) => field.typedIn.as === 'phone', toKey: phoneKey },
  { reason: 'same e-mail', is: (field) => field.typedIn.as === 'email', toKey: foldText },
]

/** A location field: it counts only together with another match. */
interface PlaceField {
  name: string
  reason: string
}

interface SimilarityFields {
  /** The name first, then the contact persons. */
  names: readonly string[]
  identifiers: readonly Identifier[]
  places: readonly PlaceField[]
}

const cache = new Map<Entity, SimilarityFields>()

/** The fields by which records of an entity are compared: names, contact persons, identifiers and locations. */
export function similarityFieldsOf(entity: Entity): SimilarityFields {
  const cached = cache.get(entity)
  if (cached) return cached
  const own = Object.keys(entity.fields).filter((name) => !entity.fields[name]!.reference)
  const title = own.find((name) => /name$/i.test(name))
  const fields: SimilarityFields = {
    names: title ? [title, ...own.filter((name) => /contact$/i.test(name))] : [],
    identifiers: identifierKinds
      .map(({ reason, is, toKey }) => ({
        reason,
        toKey,
        names: own.filter((name) => is(entity.fields[name]!)),
      }))
      .filter(({ names }) => names.length > 0),
    places: Object.entries(entity.fields).flatMap(([name, { reference, typedIn }]) => {
      if (reference?.entity === 'city') return [{ name, reason: 'same city' }]
      return typedIn.advice === 'pincode' ? [{ name, reason: 'same PIN code' }] : []
    }),
  }
  cache.set(entity, fields)
  return fields
}

const maxLength = 200

/** Longer values are not names and are skipped to save time. */
export const textOf = (values: Readonly<RecordValues>, name: string): string => {
  const value = values[name]
  return typeof value === 'string' && value.length <= maxLength ? value.trim() : ''
}

/** Why two records may be duplicates; undefined when nothing matches. */
export function similarityOf(
  entity: Entity,
  one: Readonly<RecordValues>,
  other: Readonly<RecordValues>,
): Similarity | undefined {
  const { identifiers, places } = similarityFieldsOf(entity)
  const reasons: string[] = []
  let weight = 0
  for (const { names: fields, reason, toKey } of identifiers) {
    const keysOf = (values: Readonly<RecordValues>): string[] =>
      fields.map((name) => toKey(textOf(values, name))).filter(Boolean)
    const theirs = keysOf(other)
    if (!keysOf(one).some((key) => theirs.includes(key))) continue
    reasons.push(t(reason))
    weight += 2
  }
  const named = similarNames(entity, one, other)
  if (named.title) reasons.push(t(named.title.reason))
  weight += named.title?.weight ?? 0
  if (named.contact) {
    const shared = places
      .filter(
        ({ name }) =>
          textOf(one, name) !== '' && foldText(textOf(one, name)) === foldText(textOf(other, name)),
      )
      .map(({ reason }) => t(reason))
    // Many people share a name, so a contact person counts only together with another match.
    if (reasons.length > 0 || shared.length > 0) {
      reasons.push(t(named.contact.reason), ...shared)
      weight += named.contact.weight
    }
  }
  return reasons.length > 0 ? { reasons, weight } : undefined
}

interface NameMatch {
  reason: string
  weight: number
}

/** Which names of two records are similar: the name itself, and the contact person. */
function similarNames(
  entity: Entity,
  one: Readonly<RecordValues>,
  other: Readonly<RecordValues>,
): { title?: NameMatch; contact?: NameMatch } {
  const [title, ...contacts] = similarityFieldsOf(entity).names
  if (!title) return {}
  const match = (ours: readonly string[], theirs: readonly string[]): number => {
    const sounds = theirs.map((name) => soundsOf(textOf(other, name)))
    return Math.max(
      0,
      ...ours.flatMap((name) => sounds.map((each) => nameSimilarity(soundsOf(textOf(one, name)), each))),
    )
  }
  const best = (matches: readonly NameMatch[]): NameMatch | undefined =>
    matches.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)[0]
  const byTitle = best([
    { reason: 'similar name', weight: match([title], [title]) },
    { reason: 'name similar to the contact person', weight: match([title], contacts) },
  ])
  const byContact = best([
    { reason: 'similar contact person', weight: match(contacts, contacts) },
    { reason: 'contact person similar to the name', weight: match(contacts, [title]) },
  ])
  return { ...(byTitle && { title: byTitle }), ...(byContact && { contact: byContact }) }
}
