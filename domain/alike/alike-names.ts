import { soundAlike, soundOf, wordsOf, type Sound } from './sound-key.ts'

/** A word of a name; a single letter stands for any word that begins with it. */
interface Word extends Sound {
  isInitial: boolean
}

export const soundsOf = (name: string): Word[] =>
  wordsOf(name).map((word) => ({ ...soundOf(word), isInitial: /^\p{L}$/u.test(word) }))

/**
 * How much two names sound alike, from 0 to 1: the words of the shorter one are all in the longer one, in any order, at
 * least two of them, or both have but one. A surname alone is not enough.
 */
export function nameLikeness(one: readonly Word[], other: readonly Word[]): number {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length === 0 || (short.length === 1 && long.length > 1)) return 0
  const left = [...long]
  let whole = 0
  // Initials last: they must not take the word that a whole one needs.
  for (const word of short.toSorted((a, b) => Number(a.isInitial) - Number(b.isInitial))) {
    const fits = left.findIndex((each) => !each.isInitial && !word.isInitial && soundAlike(word, each))
    const at = fits >= 0 ? fits : left.findIndex((each) => isInitialOf(word, each))
    if (at < 0) return 0
    if (fits >= 0) whole++
    left.splice(at, 1)
  }
  return whole === 0 ? 0 : (whole + (short.length - whole) / 2) / long.length
}

const isInitialOf = (one: Word, other: Word): boolean =>
  (one.isInitial || other.isInitial) && one.key[0] === other.key[0]
