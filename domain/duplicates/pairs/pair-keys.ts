import type { RecordValues } from '../../catalogue/entity.ts'
import { entities } from '../../catalogue/catalogue.ts'
import { foldText } from '../../text.ts'
import { similarityFieldsOf, textOf } from '../similarity-fields.ts'
import { joinedKey, nameWordsOf, type NameWord } from './pair-names.ts'
import { isTelling } from './pair-score.ts'

/** Customers that share a key are compared. */
export interface PairKeys {
  /** Shared by chance only rarely. */
  keys: string[]
  /** Of names with an initial; other names have them only to be found by it. */
  initialKeys: string[]
  hasInitial: boolean
}

const places = ['City_Code', 'Station_Code'] as const
const maxWords = 4

/** The keys of a customer: its identifiers, and the sounds of two words of a name together with its place. */
export function pairKeysOf(values: Readonly<RecordValues>): PairKeys {
  const { identifiers, titles } = similarityFieldsOf(entities.customer)
  const keys = identifiers.flatMap(({ names: fields, toKey }) =>
    fields.map((name) => toKey(textOf(values, name))).filter(isTelling),
  )
  const names = titles.map((title) => soundPairsOf(nameWordsOf(textOf(values, title))))
  const inPlaces = (sounds: readonly string[]): string[] =>
    places.flatMap((name) => {
      const place = foldText(textOf(values, name))
      return place === '' ? [] : [...new Set(sounds)].map((sound) => `${name} ${place} ${sound}`)
    })
  return {
    keys: [...keys, ...inPlaces(names.flatMap(({ pairs }) => pairs))],
    initialKeys: inPlaces(names.flatMap(({ withInitials }) => withInitials)),
    hasInitial: names.some(({ hasInitial }) => hasInitial),
  }
}

interface SoundPairs {
  pairs: string[]
  withInitials: string[]
  hasInitial: boolean
}

function soundPairsOf(all: readonly NameWord[]): SoundPairs {
  const words = all.filter(({ key }) => key !== '')
  const whole = words
    .filter(({ isInitial }) => !isInitial)
    .toSorted((one, other) => Number(one.isCommon) - Number(other.isCommon))
    .slice(0, maxWords)
  const initials = words.filter(({ isInitial }) => isInitial)
  const pairs = whole.flatMap(({ key }, at) =>
    whole.slice(at + 1).map((other) => [key, other.key].toSorted().join(' ')),
  )
  if (words.length > 0) pairs.push(joinedKey(words))
  const withInitials = whole.flatMap(({ key }) =>
    (initials.length > 0 ? initials : whole)
      .filter((other) => other.key !== key)
      .map((other) => `${key} ${other.key[0]!}.`),
  )
  return { pairs, withInitials, hasInitial: initials.length > 0 }
}
