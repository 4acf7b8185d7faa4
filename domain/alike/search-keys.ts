import type { Entity, RecordValues } from '../catalogue/entity.ts'
import { foldText } from '../text.ts'
import { alikeFieldsOf, phoneKey, textOf } from './alike-fields.ts'
import { soundsOf } from './alike-names.ts'
import { isIndic, toLatin, toLatinAsSaid, toLatinParts } from './to-latin.ts'

/** A number that changes whenever the same record would be searched under other words: see server/store/refold.ts. */
export const foldingVersion = 3

/** The form in which a search box is read: as the searched text is written, in Latin letters. */
export const foldSearch = (text: string): string => toLatinParts(foldText(text))

/** Spellings that people use in Latin letters for what an Indian script has one letter for. */
const spellings: readonly (readonly [string, string])[] = [
  ['i', 'ee'],
  ['u', 'oo'],
  ['ph', 'f'],
  ['jh', 'z'],
  ['ksh', 'x'],
  ['v', 'w'],
]

/** How a text is searched: as it is written and as it would be written from, or in, an Indian script. */
export function searchedForms(text: string): string {
  const folded = foldText(text)
  return [folded, ...(isIndic(folded) ? formsFromIndic(folded) : formsForIndic(folded))].join(' ')
}

function formsFromIndic(text: string): string[] {
  const [written, said] = [toLatin(text), toLatinAsSaid(text)]
  // Rajendra and Surya end in a vowel that is not written in their own script.
  const ended = said.replaceAll(/(?<=[b-df-hj-np-tv-xz])([ryv])(?![\p{L}\p{M}])/gu, '$1a')
  const spelt = spellings.map(([letter, other]) => said.replaceAll(letter, other))
  return [...new Set([written, said, ended, ...spelt])]
}

/** The words of a Latin text that an Indian script would lead to under another spelling. */
function formsForIndic(text: string): string[] {
  const spelt = text
    .split(/[^\p{L}\p{N}]+/u)
    // Codes and numbers are written one way.
    .filter((word) => /^\p{L}{4,}$/u.test(word))
    .map((word) => [word, spellings.reduce((so, [letter, other]) => so.replaceAll(other, letter), word)])
  return [...new Set(spelt.filter(([word, other]) => word !== other).map(([, other]) => other!))]
}

/**
 * What a record is found by when another is typed that may be the same: its phone as bare digits, and its names as they
 * sound. A q between the consonants keeps whoever searches for "ptl" from finding every Patel.
 */
export function alikeKeys(entity: Entity, values: Readonly<RecordValues>): string {
  const { names, telling } = alikeFieldsOf(entity)
  const keys: string[] = []
  for (const { names: phones, toKey } of telling) {
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

/** Parts of the searched text; a record that holds all parts of any group is worth a closer look. */
export type PartGroups = readonly (readonly string[])[]

const mostWords = 4
/** Shorter parts have no place in an index of trigrams. */
const shortest = 3

/** Where to look for records with the same phone, PAN, GSTIN or e-mail. */
export function partsOfTelling(entity: Entity, values: Readonly<RecordValues>): PartGroups {
  return alikeFieldsOf(entity).telling.flatMap(({ names, toKey }) =>
    names.flatMap((name) => {
      const key = toKey(textOf(values, name))
      return key.length < shortest ? [] : [[key]]
    }),
  )
}

/** Where to look for names that sound alike: two of their words, or the only one. */
export function partsOfNames(entity: Entity, values: Readonly<RecordValues>): PartGroups {
  return alikeFieldsOf(entity).names.flatMap((name) => {
    const words = soundsOf(textOf(values, name)).filter(({ key }) => key !== '')
    const whole = words
      .filter(({ isInitial }) => !isInitial)
      .toSorted((one, other) => other.key.length - one.key.length)
      .slice(0, mostWords)
    if (words.length === 1) return whole.map(({ key }) => [`| ${tokenOf(key)} |`])
    const initials = words.filter(({ isInitial }) => isInitial)
    return whole.flatMap(({ key }, at) => [
      ...whole.slice(at + 1).map((other) => [` ${tokenOf(key)} `, ` ${tokenOf(other.key)} `]),
      ...initials.map((initial) => [` ${tokenOf(key)} `, ` ${tokenOf(initial.key[0]!)}`]),
      // Somebody may have written the other word as its first letter only.
      ...whole
        .filter((other) => other.key !== key)
        .map((other) => [` ${tokenOf(key)} `, ` ${tokenOf(other.key[0]!)} `]),
    ])
  })
}
