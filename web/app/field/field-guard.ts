import type { MiddlewareFunction } from 'react-router'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { freshAccount, resumeAs } from '../../api/accounts.ts'
import { currentAccountId, currentSession, onSessionChange, viewedAs } from '../../api/session.ts'
import { guard, mayUseOffice } from '../guard.ts'

const storageKey = 'account'

/**
 * Middleware of the field screens: without a network they open for the account as it was last loaded. The server still
 * decides about everything they send and download.
 */
export const fieldGuard: MiddlewareFunction = async (args, next) => {
  if (!currentSession().account) {
    const stored = readAccount()
    if (stored) resumeAs(stored)
  }
  if (currentSession().token === null || !mayUseOffice()) {
    await guard(args, next)
    storeAccount(currentSession().account)
    return
  }
  // The screen does not wait for it. When the server has ended the session, the screen is left as soon as it says so.
  freshAccount().then(storeAccount, () => undefined)
}

/** The account of the session as it was last loaded, also by an earlier page. */
function readAccount(): OwnAccountView | null {
  try {
    const stored: OwnAccountView | null = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return viewedAs() === null && stored?.id === currentAccountId() ? stored : null
  } catch {
    return null
  }
}

function storeAccount(account: OwnAccountView | null): void {
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
