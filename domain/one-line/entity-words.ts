import type { Entity } from '../catalogue/entity.ts'
import { forms } from '../contract/forms.ts'
import { squash, type Token } from './tokens.ts'

export type EntityReading =
  | { kind: 'none' }
  /** The word could mean each of these. */
  | { kind: 'several'; entities: readonly Entity[] }
  /** `used`: how many words it took to say so; `isWhole`: one of its names, not just the beginning of one. */
  | { kind: 'one'; entity: Entity; used: number; isWhole: boolean }

interface Named {
  entity: Entity
  words: readonly string[]
  /** A beginning of it will do. */
  isSpoken: boolean
}

const split = (text: string): string[] =>
  text
    .split(/[\s/()-]+/u)
    .map(squash)
    .filter(Boolean)

const kept = new Map<Entity, readonly Named[]>()

/** Everything an entity is called: City, cities, City(6), 6, contact6. */
function namesOf(entity: Entity): readonly Named[] {
  const known = kept.get(entity)
  if (known) return known
  const form = forms.find((each) => each.entity === entity.name)
  const number = form && /\((\d+)\)$/.exec(form.menu)?.[1]
  const texts = [entity.singular, entity.plural, entity.path, entity.name]
  if (form) texts.push(form.menu, form.menu.replace(/\(\d+\)$/, ''), form.heading, form.route)
  if (number) texts.push(number)
  const names = texts.map((text, at) => ({ entity, words: split(text), isSpoken: at < 2 }))
  kept.set(entity, names)
  return names
}

const mostWords = 5

interface Spoken {
  entity: Entity
  used: number
}

function wordsOf(tokens: readonly Token[]): string[] {
  const end = tokens.findIndex((token) => token.isQuoted || token.name !== undefined)
  return tokens.slice(0, end < 0 ? mostWords : Math.min(end, mostWords)).flatMap(({ text }) => split(text))
}

/** How many tokens hold the first words: `City(6)` is one token and two words. */
function tokensIn(tokens: readonly Token[], count: number): number {
  let seen = 0
  return tokens.findIndex(({ text }) => (seen += split(text).length) >= count) + 1
}

function wholeName(tokens: readonly Token[], names: readonly Named[]): Spoken | undefined {
  const words = wordsOf(tokens)
  for (let count = words.length; count > 0; count--) {
    const same = names.find(
      (each) => each.words.length === count && each.words.every((word, at) => word === words[at]),
    )
    if (same) return { entity: same.entity, used: tokensIn(tokens, count) }
  }
  return undefined
}

/** The entity a line begins with in plain words, "city" or "cities": a number there may as well be a code. */
export const spokenEntity = (tokens: readonly Token[], entities: readonly Entity[]): Spoken | undefined =>
  wholeName(
    tokens,
    entities.flatMap(namesOf).filter(({ isSpoken }) => isSpoken),
  )

/** Which entity a line begins with: by any of its names, or by the beginning of one that only it has. */
export function readEntity(tokens: readonly Token[], entities: readonly Entity[]): EntityReading {
  const names = entities.flatMap(namesOf)
  const words = wordsOf(tokens)
  const same = wholeName(tokens, names)
  if (same) return { kind: 'one', ...same, isWhole: true }
  for (let count = words.length; count > 0; count--) {
    const begun = names.filter(
      (each) =>
        each.isSpoken &&
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
