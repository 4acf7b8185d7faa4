import { foldText } from '../text.ts'

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
}

const maxSuggested = 5

/** The most similar known codes and names, the best first. */
export function suggestionsFor(typed: string, known: readonly Named[]): Named[] {
  const wanted = foldText(typed)
  const maxDistance = Math.max(1, Math.floor(wanted.length / 3))
  const near: { of: Named; steps: number }[] = []
  for (const of of known) {
    let steps = Infinity
    for (const text of [foldText(of.code), foldText(of.name)]) {
      if (text === '') continue
      if (text.startsWith(wanted) || wanted.startsWith(text)) steps = Math.min(steps, 1.5)
      // A larger difference in length alone exceeds the limit, so the distance is not computed.
      else if (Math.abs(text.length - wanted.length) <= maxDistance)
        steps = Math.min(steps, distance(wanted, text))
    }
    if (steps <= maxDistance || steps === 1.5) near.push({ of, steps })
  }
  return near
    .toSorted((one, other) => one.steps - other.steps || (one.of.code < other.of.code ? -1 : 1))
    .slice(0, maxSuggested)
    .map(({ of }) => of)
}
