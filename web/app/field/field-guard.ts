import type { MiddlewareFunction } from 'react-router'
import { freshAccount, resumeAs } from '../../api/accounts.ts'
import { currentAccountId, currentSession } from '../../api/session.ts'
import { readAccount, storeAccount } from '../../api/drafts/stored-account.ts'
import { guard, mayUseOffice } from '../guard.ts'

/**
 * Middleware of the field screens: without a network they open for the account as it was last loaded. The server still
 * decides about everything they send and download.
 */
export const fieldGuard: MiddlewareFunction = async (args, next) => {
  // Logged in without a network: nothing is read from the server.
  const { token, account } = currentSession()
  if (token === null && currentAccountId()) return
  if (!account) {
    const stored = readAccount()
    if (stored) resumeAs(stored)
  }
  if (token === null || !mayUseOffice()) {
    await guard(args, next)
    storeAccount(currentSession().account)
    return
  }
  // The screen does not wait for it. When the server has ended the session, the screen is left as soon as it says so.
  freshAccount().then(storeAccount, () => undefined)
}
