import type { Access } from '#domain/access/actor.ts'
import type { Store } from '../store/open-store.ts'
import type { Db } from '../store/dialect.ts'

const mostKept = 10_000

/**
 * What an account, or an API token, may do, worked out anew only when something that decides about it was written since: the mark that is
 * read with every session says so (see `decidesAccess`).
 */
export function knownAccess<Of extends { id: string }>(
  store: Store,
  accessOf: (db: Db, of: Of) => Promise<Access>,
): (of: Of, mark: string | null) => Promise<Access> {
  const kept = new Map<string, Promise<Access>>()
  let current: string | null | undefined
  return (of, mark) => {
    if (mark !== current || kept.size > mostKept) kept.clear()
    current = mark
    const known = kept.get(of.id)
    if (known) return known
    const found = accessOf(store.read, of)
    kept.set(of.id, found)
    // A database that did not answer says nothing about it.
    found.catch(() => kept.delete(of.id))
    return found
  }
}
