/** A number that looks random and is always the same for the same n and question: what makes every run alike. */
export function chance(n: number, question: number): number {
  let hash = (n + 0x9e3779b9 * (question + 1)) | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

export function pick<T>(list: readonly T[], n: number, question: number): T {
  return list[chance(n, question) % list.length]!
}

/** As people live: many in the first of the list, few in each of the last. */
export function pickUnevenly<T>(list: readonly T[], n: number, question: number): T {
  return list[Math.floor(list.length * (chance(n, question) / 2 ** 32) ** 3)]!
}
