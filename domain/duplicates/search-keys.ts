import type { Entity, RecordValues } from '../catalogue/entity.ts'
import { foldText } from '../text.ts'
import { similarityFieldsOf, phoneKey, textOf } from './similarity-fields.ts'
import { soundsOf } from './similar-names.ts'
import { isIndic, toLatin, toLatinAsSaid, toLatinParts } from './to-latin.ts'

/** Normalises a search query like the search text: folded, in Latin letters. */
export const foldSearch = (text: string): string => toLatinParts(foldText(text))

/** Alternative Latin spellings of one letter of an Indian script. */
const spellings: readonly (readonly [string, string])[] = [
  ['i', 'ee'],
  ['u', 'oo'],
  ['ph', 'f'],
  ['jh', 'z'],
  ['ksh', 'x'],
  ['v', 'w'],
]

/** The search text: the text itself, and its spellings transliterated from, or for, Indian scripts. */
export function searchedForms(text: string): string {
  const folded = foldText(text)
  return [folded, ...(isIndic(folded) ? formsFromIndic(folded) : formsForIndic(folded))].join(' ')
}

function formsFromIndic(text: string): string[] {
  const [written, said] = [toLatin(text), toLatinAsSaid(text)]
  // Rajendra and Surya end in a vowel that Indian scripts do not write.
  const ended = said.replaceAll(/(?<=[b-df-hj-np-tv-xz])([ryv])(?![\p{L}\p{M}])/gu, '$1a')
  const spelt = spellings.map(([letter, other]) => said.replaceAll(letter, other))
  return [...new Set([written, said, ended, ...spelt])]
}

/** The words of a Latin text that have another spelling when transliterated from an Indian script. */
function formsForIndic(text: string): string[] {
  const spelt = text
    .split(/[^\p{L}\p{N}]+/u)
    // Codes and numbers have no alternative spellings.
    .filter((word) => /^\p{L}{4,}$/u.test(word))
    .map((word) => [word, spellings.reduce((so, [letter, other]) => so.replaceAll(other, letter), word)])
  return [...new Set(spelt.filter(([word, other]) => word !== other).map(([, other]) => other!))]
}

/**
 * The keys for finding duplicates: the phone as digits, and the phonetic keys of the names. A q after each consonant keeps
 * an ordinary search for "ptl" from matching every Patel.
 */
export function duplicateKeys(entity: Entity, values: Readonly<RecordValues>): string {
  const { names, identifiers } = similarityFieldsOf(entity)
  const keys: string[] = []
  for (const { names: phones, toKey } of identifiers) {
    if (toKey !== phoneKey) continue
    for (const name of phones) {
      const key = phoneKey(textOf(values, name))
      if (key && !textOf(values, name).includes(key)) keys.push(key)
    }
  }
  const sounds = names.map((name) => soundsOf(textOf(values, name)).map(({ key }) => tokenOf(key)))
  const said = [...new Set(sounds.filter((words) => words.length > 0).map((words) => words.join(' ')))]
  if (said.length > 0) keys.push(`| ${said.join(' | ')} |`)
  return keys.join(' ')
}

const tokenOf = (key: string): string => [...key].map((sound) => `${sound}q`).join('')

/** Substrings of the search text; a record that contains all parts of any group is a candidate. */
export type PartGroups = readonly (readonly string[])[]

const maxWords = 4
/** Shorter parts cannot use a trigram index. */
const minLength = 3

/** The search parts for records with the same phone, PAN, GSTIN or e-mail. */
export function identifierParts(entity: Entity, values: Readonly<RecordValues>): PartGroups {
  return similarityFieldsOf(entity).identifiers.flatMap(({ names, toKey }) =>
    names.flatMap((name) => {
      const key = toKey(textOf(values, name))
      return key.length < minLength ? [] : [[key]]
    }),
  )
}

/** The search parts for similar names: two of their words, or the only one. */
export function nameParts(entity: Entity, values: Readonly<RecordValues>): PartGroups {
  return similarityFieldsOf(entity).names.flatMap((name) => {
    const words = soundsOf(textOf(values, name)).filter(({ key }) => key !== '')
    const whole = words
      .filter(({ isInitial }) => !isInitial)
      .toSorted((one, other) => other.key.length - one.key.length)
      .slice(0, maxWords)
    if (words.length === 1) return whole.map(({ key }) => [`| ${tokenOf(key)} |`])
    const initials = words.filter(({ isInitial }) => isInitial)
    return whole.flatMap(({ key }, at) => [
      ...whole.slice(at + 1).map((other) => [` ${tokenOf(key)} `, ` ${tokenOf(other.key)} `]),
      ...initials.map((initial) => [` ${tokenOf(key)} `, ` ${tokenOf(initial.key[0]!)}`]),
      // The other word may be stored as an initial.
      ...whole
        .filter((other) => other.key !== key)
        .map((other) => [` ${tokenOf(key)} `, ` ${tokenOf(other.key[0]!)} `]),
    ])
  })
}
