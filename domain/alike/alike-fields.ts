import type { Entity, RecordValues } from '../catalogue/entity.ts'
import type { Field } from '../catalogue/field.ts'
import { foldText } from '../text.ts'
import { nameLikeness, soundsOf } from './alike-names.ts'

export interface Likeness {
  /** In words: "same phone", "name sounds alike". */
  reasons: string[]
  weight: number
}

/** A field of which hardly two records have the same, in a form in which two writings of it are one. */
interface Telling {
  names: readonly string[]
  reason: string
  toKey: (text: string) => string
}

const letters = (text: string): string => foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The last ten digits: with and without the country in front is the same phone. Short numbers are no one's own. */
export function phoneKey(text: string): string {
  const digits = text.replace(/(?:x|ext).*$/i, '').replaceAll(/\D/g, '')
  return digits.length < 6 ? '' : digits.slice(-10)
}

const tellingKinds: readonly {
  reason: string
  is: (field: Field) => boolean
  toKey: Telling['toKey']
}[] = [
  { reason: 'same PAN', is: (field) => field.typedIn.advice === 'pan', toKey: letters },
  { reason: 'same GSTIN', is: (field) => field.typedIn.advice === 'gstin', toKey: letters },
  { reason: 'same phone', is: (field) => field.typedIn.as === 'phone', toKey: phoneKey },
  { reason: 'same e-mail', is: (field) => field.typedIn.as === 'email', toKey: foldText },
]

/** Where a record is; two at one place are not the same for that alone. */
interface PlaceField {
  name: string
  reason: string
}

interface AlikeFields {
  /** What it is called first, then whom to ask for. */
  names: readonly string[]
  telling: readonly Telling[]
  places: readonly PlaceField[]
}

const known = new Map<Entity, AlikeFields>()

/** What two records of a kind are compared by: what they are called, whom to ask for, and what only one can have. */
export function alikeFieldsOf(entity: Entity): AlikeFields {
  const kept = known.get(entity)
  if (kept) return kept
  const own = Object.keys(entity.fields).filter((name) => !entity.fields[name]!.reference)
  const title = own.find((name) => /name$/i.test(name))
  const fields: AlikeFields = {
    names: title ? [title, ...own.filter((name) => /contact$/i.test(name))] : [],
    telling: tellingKinds
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
  known.set(entity, fields)
  return fields
}

const longest = 200

/** What is longer than any name is not one, and is not worth the time. */
export const textOf = (values: Readonly<RecordValues>, name: string): string => {
  const value = values[name]
  return typeof value === 'string' && value.length <= longest ? value.trim() : ''
}

/** Why two records may be the same; undefined when nothing says so. */
export function likenessOf(
  entity: Entity,
  one: Readonly<RecordValues>,
  other: Readonly<RecordValues>,
): Likeness | undefined {
  const { telling, places } = alikeFieldsOf(entity)
  const reasons: string[] = []
  let weight = 0
  for (const { names: fields, reason, toKey } of telling) {
    const keysOf = (values: Readonly<RecordValues>): string[] =>
      fields.map((name) => toKey(textOf(values, name))).filter(Boolean)
    const theirs = keysOf(other)
    if (!keysOf(one).some((key) => theirs.includes(key))) continue
    reasons.push(reason)
    weight += 2
  }
  const named = namesAlike(entity, one, other)
  if (named.title) reasons.push(named.title.reason)
  weight += named.title?.weight ?? 0
  if (named.contact) {
    const shared = places
      .filter(
        ({ name }) =>
          textOf(one, name) !== '' && foldText(textOf(one, name)) === foldText(textOf(other, name)),
      )
      .map(({ reason }) => reason)
    // Many people share a name: a contact person counts only beside something else that agrees.
    if (reasons.length > 0 || shared.length > 0) {
      reasons.push(named.contact.reason, ...shared)
      weight += named.contact.weight
    }
  }
  return reasons.length > 0 ? { reasons, weight } : undefined
}

interface NameMatch {
  reason: string
  weight: number
}

/** Which names of two records sound alike: what the first one is called, and whom one asks for there. */
function namesAlike(
  entity: Entity,
  one: Readonly<RecordValues>,
  other: Readonly<RecordValues>,
): { title?: NameMatch; contact?: NameMatch } {
  const [title, ...contacts] = alikeFieldsOf(entity).names
  if (!title) return {}
  const match = (ours: readonly string[], theirs: readonly string[]): number => {
    const sounds = theirs.map((name) => soundsOf(textOf(other, name)))
    return Math.max(
      0,
      ...ours.flatMap((name) => sounds.map((each) => nameLikeness(soundsOf(textOf(one, name)), each))),
    )
  }
  const best = (matches: readonly NameMatch[]): NameMatch | undefined =>
    matches.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)[0]
  const byTitle = best([
    { reason: 'name sounds alike', weight: match([title], [title]) },
    { reason: 'name sounds like the contact person', weight: match([title], contacts) },
  ])
  const byContact = best([
    { reason: 'contact person sounds alike', weight: match(contacts, contacts) },
    { reason: 'contact person sounds like the name', weight: match(contacts, [title]) },
  ])
  return { ...(byTitle && { title: byTitle }), ...(byContact && { contact: byContact }) }
}
