import type { Entity, RecordValues } from '../catalogue/entity.ts'
import type { Field } from '../catalogue/field.ts'
import { localNameFieldOf } from '../catalogue/names/local-name.ts'
import { foldText } from '../text.ts'
import { titleFieldOf } from './title-field.ts'

/** Fields that two records rarely share, with a function that normalises the spelling. */
interface Identifier {
  names: readonly string[]
  reason: string
  toKey: (text: string) => string
}

const letters = (text: string): string => foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The PAN; a GSTIN typed in its place contains it. */
function panKey(text: string): string {
  const key = letters(text)
  return /^\d{2}[a-z]{5}\d{4}[a-z][a-z\d]{3}$/.test(key) ? key.slice(2, 12) : key
}

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
  { reason: 'same PAN', is: (field) => field.typedIn.advice === 'pan', toKey: panKey },
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
  /** The name and the second name. */
  titles: readonly string[]
  contacts: readonly string[]
  /** The name first, then the others. */
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
  const title = titleFieldOf(entity)
  const titles = title ? [title, localNameFieldOf(entity) ?? []].flat() : []
  const contacts = title ? own.filter((name) => /contact$/i.test(name)) : []
  const fields: SimilarityFields = {
    titles,
    contacts,
    names: [...titles, ...contacts],
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
