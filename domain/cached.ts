/** Remembers the results for at most `max` texts; a full cache begins again. */
export function cachedByText<T>(max: number, compute: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>()
  return (text) => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    if (cache.size >= max) cache.clear()
    const result = compute(text)
    cache.set(text, result)
    return result
  }
}
