import { clearSession, currentAccountId, currentSession, ownerKey } from '../api/session.ts'
import { ownAccountId } from './account.ts'

// An account that logged in without a network, on the field screens only. It has no token: nothing is read with it.
// It is kept like a token, so that a restart of the browser does not ask for the password again.

export const offlineAccountId = (): string | undefined =>
  currentSession().token === null ? currentAccountId() : undefined

/** Ends the session of another account, and keeps that of the same one. A log-in with a network replaces it. */
export function startOfflineSession(id: string): void {
  if (currentSession().token !== null) {
    if (ownAccountId() === id) return
    clearSession()
  }
  localStorage.setItem(ownerKey, `${id} `)
}

export function endOfflineSession(): void {
  if (offlineAccountId() !== undefined) localStorage.removeItem(ownerKey)
}
