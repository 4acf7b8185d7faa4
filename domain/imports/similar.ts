import { soundOf, wordsOf } from '../duplicates/sound-key.ts'
import { looseName } from './loose-name.ts'

/** Edit distance with transpositions (Damerau–Levenshtein), of at most 60 characters. */
export function distance(one: string, other: string): number {
  const a = [...one].slice(0, 60)
  const b = [...other].slice(0, 60)
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, before[j - 2]! + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row[b.length]!
}

export interface Named {
  code: string
  name: string
  /** The code of the record, where a reference holds its name. */
  other?: string
  /** The second name. */
  local?: string | null
}

const maxSuggested = 5
/** A shorter code begins many words. */
const minPrefix = 3

/** Close codes and names, the best first. */
export interface Suggestions {
  suggestions: Named[]
  /** Whether the first is nearly the same and no other one is close: it can be accepted without reading the list. */
  isCertain: boolean
}

/** The most similar known codes and names. `singular` names what they are. */
export function suggestionsFor(typed: string, known: readonly Named[], singular = ''): Suggestions {
  const wanted = looseName(typed, singular)
  const sound = soundsLike(wanted)
  const maxDistance = Math.max(1, Math.floor(wanted.length / 3))
  const near: { of: Named; steps: number }[] = []
  for (const of of known) {
    let steps = Infinity
    for (const text of formsOf(of, singular)) {
      if (text === '') continue
      if (text === wanted) steps = 0
      else if (text.startsWith(wanted) || (text.length >= minPrefix && wanted.startsWith(text)))
        steps = Math.min(steps, 1.5)
      // A larger difference in length alone exceeds the limit, so the distance is not computed.
      else if (Math.abs(text.length - wanted.length) <= maxDistance)
        steps = Math.min(steps, distance(wanted, text))
    }
    if (steps > 0.5 && sound !== '' && soundsLike(looseName(of.name, singular)) === sound) steps = 0.5
    if (steps <= maxDistance || steps === 1.5) near.push({ of, steps })
  }
  const sorted = near.toSorted(
    (one, other) => one.steps - other.steps || (one.of.code < other.of.code ? -1 : 1),
  )
  const [first, second] = sorted
  const isCertain =
    first !== undefined &&
    wanted.length >= 4 &&
    first.steps <= (wanted.length >= 8 ? 2 : 1) &&
    (second === undefined || second.steps - first.steps >= 1)
  return { suggestions: sorted.slice(0, maxSuggested).map(({ of }) => of), isCertain }
}

const formsOf = ({ code, name, other, local }: Named, singular: string): string[] =>
  [...new Set([code, name, other ?? [], local ?? []].flat())].map((each) => looseName(each, singular))

/** The sound of a name of one or more words; '' when it is too short to tell. */
function soundsLike(text: string): string {
  const key = wordsOf(text)
    .map((each) => soundOf(each).key)
    .join(' ')
  return key.length < 3 ? '' : key
}
