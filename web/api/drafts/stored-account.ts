import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { currentAccountId, currentSession, onSessionChange, viewedAs } from '../session.ts'

const storageKey = 'account'

/** The account of the session as it was last loaded, also by an earlier page. */
export function readAccount(): OwnAccountView | null {
  try {
    const stored: OwnAccountView | null = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return viewedAs() === null && stored?.id === currentAccountId() ? stored : null
  } catch {
    return null
  }
}

export function storeAccount(account: OwnAccountView | null): void {
  try {
    if (account === null) localStorage.removeItem(storageKey)
    else if (viewedAs() === null) localStorage.setItem(storageKey, JSON.stringify(account))
  } catch {
    // Without storage the screens need the network.
  }
}

onSessionChange(() => {
  if (currentSession().token === null) storeAccount(null)
})
