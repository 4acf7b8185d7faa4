import { soundOfWord, soundsSimilar, wordsOf, type Sound } from './sound-key.ts'

/** A word of a name; a single letter matches any word that begins with it. */
interface Word extends Sound {
  isInitial: boolean
}

export const soundsOf = (name: string): Word[] =>
  wordsOf(name).map((word) => ({ ...soundOfWord(word), isInitial: /^\p{L}$/u.test(word) }))

/**
 * The similarity of two names, from 0 to 1. It is above 0 when all words of the shorter name are in the longer one, in
 * any order, and there are at least two of them or both names have one word. A surname alone is not enough.
 */
export function nameSimilarity(one: readonly Word[], other: readonly Word[]): number {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length === 0 || (short.length === 1 && long.length > 1)) return 0
  const left = [...long]
  let whole = 0
  // Initials are matched last, so that they do not use up a word that a full word needs.
  for (const word of short.toSorted((a, b) => Number(a.isInitial) - Number(b.isInitial))) {
    const fits = left.findIndex((each) => !each.isInitial && !word.isInitial && soundsSimilar(word, each))
    const at = fits >= 0 ? fits : left.findIndex((each) => isInitialOf(word, each))
    if (at < 0) return 0
    if (fits >= 0) whole++
    left.splice(at, 1)
  }
  return whole === 0 ? 0 : (whole + (short.length - whole) / 2) / long.length
}

const isInitialOf = (one: Word, other: Word): boolean =>
  (one.isInitial || other.isInitial) && one.key[0] === other.key[0]
