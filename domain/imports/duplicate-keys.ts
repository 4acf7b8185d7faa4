import { similarityFieldsOf, textOf } from '../duplicates/similarity-fields.ts'
import { nameSimilarity, soundsOf } from '../duplicates/similar-names.ts'
import { soundOfWord, wordsOf } from '../duplicates/sound-key.ts'
import { referencesOf, type Entity, type RecordValues } from '../catalogue/entity.ts'
import { foldText } from '../text.ts'
import { t } from '../messages/t.ts'

/** The fields by which an imported row is compared with existing records. */
export interface DuplicateFields {
  /** The name and the second name; none when the entity has no place. */
  titles: readonly string[]
  /** The same name in another city or station is another record. */
  places: readonly string[]
  /** Fields that two records rarely share, such as a phone. */
  identifiers: ReturnType<typeof similarityFieldsOf>['identifiers']
}

const placeEntities = ['city', 'station']

/** Undefined when the entity has no such fields. Fields that are masked for the account are not compared. */
export function duplicateFieldsOf(entity: Entity, hidden: readonly string[]): DuplicateFields | undefined {
  const { titles: all, identifiers } = similarityFieldsOf(entity)
  const places = referencesOf(entity)
    .filter(({ reference }) => placeEntities.includes(reference.entity))
    .filter(({ reference }) => !reference.pairedWith && !reference.many)
    .map(({ name }) => name)
  const titles = places.length > 0 ? all.filter((field) => !hidden.includes(field)) : []
  const visible = identifiers
    .map((each) => ({ ...each, names: each.names.filter((field) => !hidden.includes(field)) }))
    .filter((each) => each.names.length > 0)
  return titles.length + visible.length > 0 ? { titles, places, identifiers: visible } : undefined
}

/** The fields to read from existing records. */
export const comparedFields = ({ titles, places, identifiers }: DuplicateFields): string[] => [
  ...titles,
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
  const sounds = new Set(fields.titles.map((title) => soundKey(textOf(values, title))).filter(Boolean))
  for (const sound of sounds)
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
  const place = fields.places.find((each) => {
    const where = foldText(textOf(one, each))
    return where !== '' && where === foldText(textOf(other, each))
  })
  const namesOf = (values: Readonly<RecordValues>): string[] =>
    fields.titles.map((title) => textOf(values, title)).filter(Boolean)
  const theirs = namesOf(other)
  const matches = (test: (ours: string, theirs: string) => boolean): boolean =>
    namesOf(one).some((ours) => theirs.some((each) => test(ours, each)))
  if (place && matches((ours, each) => foldText(ours) === foldText(each)))
    reasons.unshift(t('same name and place'))
  else if (place && matches((ours, each) => nameSimilarity(soundsOf(ours), soundsOf(each)) === 1))
    reasons.unshift(t('similar name, same place'))
  return reasons
}

const isShared = (key: string, others: readonly string[]): boolean => key !== '' && others.includes(key)
