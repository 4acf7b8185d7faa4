/** Pseudo-random choices that a seed repeats. */
export interface Random {
  /** From 0 up to 1. */
  next: () => number
  between: (low: number, high: number) => number
  pick: <T>(values: readonly T[]) => T
  shuffle: <T>(values: readonly T[]) => T[]
}

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    pick: (values) => values[between(0, values.length - 1)]!,
    shuffle: (values) =>
      values
        .map((value) => ({ value, order: next() }))
        .toSorted((one, other) => one.order - other.order)
        .map(({ value }) => value),
  }
}
