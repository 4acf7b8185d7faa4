import type { Entity } from '../catalogue/entity.ts'
import { forms } from '../contract/forms.ts'
import { currentLocale, t } from '../messages/t.ts'
import { squash, type Token } from './tokens.ts'

export type EntityReading =
  | { kind: 'none' }
  /** The word matches each of these. */
  | { kind: 'several'; entities: readonly Entity[] }
  /** `used`: the number of tokens of the name; `isWhole`: a full name, not just a prefix. */
  | { kind: 'one'; entity: Entity; used: number; isWhole: boolean }

interface EntityAlias {
  entity: Entity
  words: readonly string[]
  /** A prefix of it is enough. */
  allowsPrefix: boolean
}

const split = (text: string): string[] =>
  text
    .split(/[\s/()-]+/u)
    .map(squash)
    .filter(Boolean)

const cache = new Map<string, readonly EntityAlias[]>()

/** All names of an entity, in English and the language of the reader: City, cities, શહેર, City(6), 6, contact6. */
function namesOf(entity: Entity): readonly EntityAlias[] {
  const key = `${currentLocale()} ${entity.name}`
  const cached = cache.get(key)
  if (cached) return cached
  const form = forms.find((each) => each.entity === entity.name)
  const number = form && /\((\d+)\)$/.exec(form.menu)?.[1]
  const spoken = [entity.singular, entity.plural, t(entity.singular), t(entity.plural)]
  const texts = [...spoken, entity.path, entity.name]
  if (form) texts.push(form.menu, form.menu.replace(/\(\d+\)$/, ''), form.heading, form.route)
  if (number) texts.push(number)
  const names = texts.map((text, at) => ({ entity, words: split(text), allowsPrefix: at < spoken.length }))
  cache.set(key, names)
  return names
}

const maxWords = 5

interface EntityMatch {
  entity: Entity
  used: number
}

function wordsOf(tokens: readonly Token[]): string[] {
  const end = tokens.findIndex((token) => token.isQuoted || token.name !== undefined)
  return tokens.slice(0, end < 0 ? maxWords : Math.min(end, maxWords)).flatMap(({ text }) => split(text))
}

/** How many tokens contain the first words: `City(6)` is one token and two words. */
function tokensIn(tokens: readonly Token[], count: number): number {
  let seen = 0
  return tokens.findIndex(({ text }) => (seen += split(text).length) >= count) + 1
}

function wholeName(tokens: readonly Token[], names: readonly EntityAlias[]): EntityMatch | undefined {
  const words = wordsOf(tokens)
  for (let count = words.length; count > 0; count--) {
    const same = names.find(
      (each) => each.words.length === count && each.words.every((word, at) => word === words[at]),
    )
    if (same) return { entity: same.entity, used: tokensIn(tokens, count) }
  }
  return undefined
}

/** The entity whose singular or plural a line begins with; a number is not matched, because it may be a code. */
export const entityByName = (
  tokens: readonly Token[],
  entities: readonly Entity[],
): EntityMatch | undefined =>
  wholeName(
    tokens,
    entities.flatMap(namesOf).filter(({ allowsPrefix }) => allowsPrefix),
  )

/** The entity a line begins with: by any of its names, or by an unambiguous prefix. */
export function readEntity(tokens: readonly Token[], entities: readonly Entity[]): EntityReading {
  const names = entities.flatMap(namesOf)
  const words = wordsOf(tokens)
  const same = wholeName(tokens, names)
  if (same) return { kind: 'one', ...same, isWhole: true }
  for (let count = words.length; count > 0; count--) {
    const begun = names.filter(
      (each) =>
        each.allowsPrefix &&
        (count === 1 || each.words.length === count) &&
        words.slice(0, count).every((word, at) => !/^\d+$/.test(word) && each.words[at]?.startsWith(word)),
    )
    const found = [...new Set(begun.map(({ entity }) => entity))]
    if (found.length === 1)
      return { kind: 'one', entity: found[0]!, used: tokensIn(tokens, count), isWhole: false }
    if (found.length > 1) return { kind: 'several', entities: found }
  }
  return { kind: 'none' }
}
