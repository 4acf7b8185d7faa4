import type { Access } from '#domain/access/actor.ts'
import type { Store } from '../store/open-store.ts'
import { accessOf, type AccountOfAccess } from './access-of-account.ts'

const mostKept = 10_000

/**
 * What an account may do, worked out anew only when something that decides about it was written since: the mark that is
 * read with every session says so (see `decidesAccess`).
 */
export function knownAccess(
  store: Store,
): (account: AccountOfAccess, mark: string | null) => Promise<Access> {
  const kept = new Map<string, Promise<Access>>()
  let current: string | null | undefined
  return (account, mark) => {
    if (mark !== current || kept.size > mostKept) kept.clear()
    current = mark
    const known = kept.get(account.id)
    if (known) return known
    const found = accessOf(store.read, account)
    kept.set(account.id, found)
    // A database that did not answer says nothing about the account.
    found.catch(() => kept.delete(account.id))
    return found
  }
}
