import { alikeFieldsOf, textOf } from '../alike/alike-fields.ts'
import { nameLikeness, soundsOf } from '../alike/alike-names.ts'
import { soundOf, wordsOf } from '../alike/sound-key.ts'
import { referencesOf } from '../catalogue/catalogue.ts'
import type { Entity, RecordValues } from '../catalogue/entity.ts'
import { foldText } from '../text.ts'

/** By what a row of a file is compared with the records that exist. */
export interface DuplicateFields {
  name: string | undefined
  /** Where it is: the same name in another place is another record. */
  places: readonly string[]
  /** What hardly two records share, such as a phone. */
  telling: ReturnType<typeof alikeFieldsOf>['telling']
}

const placeEntities = ['city', 'station']

/** Undefined where nothing tells a likely duplicate. What is masked for the account takes no part. */
export function duplicateFieldsOf(entity: Entity, hidden: readonly string[]): DuplicateFields | undefined {
  const { names, telling } = alikeFieldsOf(entity)
  const places = referencesOf(entity)
    .filter(({ reference }) => placeEntities.includes(reference.entity))
    .filter(({ reference }) => !reference.pairedWith && !reference.many)
    .map(({ name }) => name)
  const name = places.length > 0 ? names[0] : undefined
  const seen = telling
    .map((each) => ({ ...each, names: each.names.filter((field) => !hidden.includes(field)) }))
    .filter((each) => each.names.length > 0)
  return name || seen.length > 0 ? { name, places, telling: seen } : undefined
}

/** The fields that are read of a record to compare it. */
export const comparedFields = ({ name, places, telling }: DuplicateFields): string[] => [
  ...(name ? [name] : []),
  ...places,
  ...telling.flatMap(({ names }) => names),
]

/** Records that share one of these are worth a closer look. */
export function duplicateKeys(fields: DuplicateFields, values: Readonly<RecordValues>): string[] {
  const keys: string[] = []
  for (const { names, reason, toKey } of fields.telling)
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

/** The words of a name as they sound, in any order. */
const soundKey = (name: string): string => wordsOf(name).map(soundOfWord).filter(Boolean).toSorted().join(' ')

const maxWords = 20_000
const sounds = new Map<string, string>()

/** Names of firms are made of few words: most are known by the time a table is read. */
function soundOfWord(word: string): string {
  const known = sounds.get(word)
  if (known !== undefined) return known
  if (sounds.size >= maxWords) sounds.clear()
  const { key } = soundOf(word)
  sounds.set(word, key)
  return key
}

/** Why two records may be the same, in words; empty when a closer look says that they are not. */
export function duplicateReasons(
  fields: DuplicateFields,
  one: Readonly<RecordValues>,
  other: Readonly<RecordValues>,
): string[] {
  const reasons: string[] = []
  for (const { names, reason, toKey } of fields.telling) {
    const theirs = names.map((name) => toKey(textOf(other, name)))
    if (names.some((name) => isShared(toKey(textOf(one, name)), theirs))) reasons.push(reason)
  }
  const { name } = fields
  const place = fields.places.find((each) => {
    const where = foldText(textOf(one, each))
    return where !== '' && where === foldText(textOf(other, each))
  })
  if (name && place) {
    const [ours, theirs] = [textOf(one, name), textOf(other, name)]
    const isSame = foldText(ours) === foldText(theirs)
    if (ours !== '' && (isSame || nameLikeness(soundsOf(ours), soundsOf(theirs)) === 1))
      reasons.unshift(isSame ? 'same name and place' : 'name sounds alike, same place')
  }
  return reasons
}

const isShared = (key: string, others: readonly string[]): boolean => key !== '' && others.includes(key)
