import { similarityFieldsOf, textOf } from '../duplicates/similarity-fields.ts'
import { nameSimilarity, soundsOf } from '../duplicates/similar-names.ts'
import { soundOfWord, wordsOf } from '../duplicates/sound-key.ts'
import { referencesOf } from '../catalogue/catalogue.ts'
import type { Entity, RecordValues } from '../catalogue/entity.ts'
import { foldText } from '../text.ts'
import { t } from '../messages/t.ts'

/** The fields by which an imported row is compared with existing records. */
export interface DuplicateFields {
  name: string | undefined
  /** The same name in another city or station is another record. */
  places: readonly string[]
  /** Fields that two records rarely share, such as a phone. */
  identifiers: ReturnType<typeof similarityFieldsOf>['identifiers']
}

const placeEntities = ['city', 'station']

/** Undefined when the entity has no such fields. Fields that are masked for the account are not compared. */
export function duplicateFieldsOf(entity: Entity, hidden: readonly string[]): DuplicateFields | undefined {
  const { names, identifiers } = similarityFieldsOf(entity)
  const places = referencesOf(entity)
    .filter(({ reference }) => placeEntities.includes(reference.entity))
    .filter(({ reference }) => !reference.pairedWith && !reference.many)
    .map(({ name }) => name)
  const name = places.length > 0 ? names[0] : undefined
  const visible = identifiers
    .map((each) => ({ ...each, names: each.names.filter((field) => !hidden.includes(field)) }))
    .filter((each) => each.names.length > 0)
  return name || visible.length > 0 ? { name, places, identifiers: visible } : undefined
}

/** The fields to read from existing records. */
export const comparedFields = ({ name, places, identifiers }: DuplicateFields): string[] => [
  ...(name ? [name] : []),
  ...places,
  ...identifiers.flatMap(({ names }) => names),
]

/** Records that share one of these keys are candidates, to be compared in detail. */
export function duplicateKeys(fields: DuplicateFields, values: Readonly<RecordValues>): string[] {
  const keys: string[] = []
  for (const { names, reason, toKey } of fields.identifiers)
    for (const name of names) {
      const key = toKey(textOf(values, name))
      if (key) keys.push(`${reason} ${key}`)
    }
  const sound = fields.name ? soundKey(textOf(values, fields.name)) : ''
  if (sound === '') return keys
  for (const place of fields.places) {
    const where = foldText(textOf(values, place))
    if (where) keys.push(`${place} ${where} ${sound}`)
  }
  return keys
}

/** The phonetic keys of the words of a name, sorted. */
const soundKey = (name: string): string =>
  wordsOf(name)
    .map((word) => soundOfWord(word).key)
    .filter(Boolean)
    .toSorted()
    .join(' ')

/** Why two candidates may be duplicates, as text; empty when they are not. */
export function duplicateReasons(
  fields: DuplicateFields,
  one: Readonly<RecordValues>,
  other: Readonly<RecordValues>,
): string[] {
  const reasons: string[] = []
  for (const { names, reason, toKey } of fields.identifiers) {
    const theirs = names.map((name) => toKey(textOf(other, name)))
    if (names.some((name) => isShared(toKey(textOf(one, name)), theirs))) reasons.push(t(reason))
  }
  const { name } = fields
  const place = fields.places.find((each) => {
    const where = foldText(textOf(one, each))
    return where !== '' && where === foldText(textOf(other, each))
  })
  if (name && place) {
    const [ours, theirs] = [textOf(one, name), textOf(other, name)]
    const isSame = foldText(ours) === foldText(theirs)
    if (ours !== '' && (isSame || nameSimilarity(soundsOf(ours), soundsOf(theirs)) === 1))
      reasons.unshift(isSame ? t('same name and place') : t('similar name, same place'))
  }
  return reasons
}

const isShared = (key: string, others: readonly string[]): boolean => key !== '' && others.includes(key)
