import type { Access } from '#domain/access/actor.ts'
import type { Store } from '../store/store.ts'
import type { Db } from '../store/dialect.ts'

const maxCached = 10_000

/**
 * Caches the access of accounts or API tokens. The cache is cleared when the mark changes, which is read with every session and
 * is written with everything that affects access (see `decidesAccess`).
 */
export function cacheAccess<Of extends { id: string }>(
  store: Store,
  accessOf: (db: Db, of: Of) => Promise<Access>,
): (of: Of, mark: string | null) => Promise<Access> {
  const cache = new Map<string, Promise<Access>>()
  let current: string | null | undefined
  return (of, mark) => {
    if (mark !== current || cache.size > maxCached) cache.clear()
    current = mark
    const cached = cache.get(of.id)
    if (cached) return cached
    const pending = accessOf(store.read, of)
    cache.set(of.id, pending)
    // A failed read is not cached.
    pending.catch(() => cache.delete(of.id))
    return pending
  }
}
