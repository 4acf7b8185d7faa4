import type { Entity, RecordValues } from '../catalogue/entity.ts'
import { foldText } from '../text.ts'
import { alikeFieldsOf, phoneKey, textOf } from './alike-fields.ts'
import { soundsOf } from './alike-names.ts'
import { isIndic, toLatin, toLatinAsSaid } from './to-latin.ts'

/** A number that changes whenever the same record would be searched under other words: see server/store/refold.ts. */
export const foldingVersion = 3

/** The form in which a search box is read: as the searched text is written, in Latin letters. */
export const foldSearch = (text: string): string => toLatin(foldText(text))

/** How a text is searched: as it is written and, from an Indian script, as Latin letters would say it. */
export function searchedForms(text: string): string {
  const folded = foldText(text)
  if (!isIndic(folded)) return folded
  const [written, said] = [toLatin(folded), toLatinAsSaid(folded)]
  return [folded, written, ...(said === written ? [] : [said])].join(' ')
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
