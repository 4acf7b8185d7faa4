/** A pseudo-random number that depends only on `n` and `question`, so that every run produces the same data. */
export function chance(n: number, salt: number): number {
  let hash = (n + 0x9e3779b9 * (salt + 1)) | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

export function pick<T>(list: readonly T[], n: number, salt: number): T {
  return list[chance(n, salt) % list.length]!
}

/** Picks the first elements more often, like the population of cities. */
export function pickUnevenly<T>(list: readonly T[], n: number, salt: number): T {
  return list[Math.floor(list.length * (chance(n, salt) / 2 ** 32) ** 3)]!
}
