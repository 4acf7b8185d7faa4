import { currentAccountId, currentSession, ownerKey, viewedAs } from '../api/session.ts'

export interface OwnSession {
  account: string
  token: string
}

/** The account whose events and customers this tab shows; undefined without a log-in and while viewing as another account. */
export const ownAccountId = (): string | undefined => (viewedAs() === null ? currentAccountId() : undefined)

/**
 * The session that sends and downloads; null while viewing as another account, and after a log-in in another tab until its
 * account is loaded: events are only sent with a token of the account that recorded them.
 */
export function ownSession(): OwnSession | null {
  const account = ownAccountId()
  const { token } = currentSession()
  if (account === undefined || token === null) return null
  return isOwner(account, token) ? { account, token } : null
}

function isOwner(account: string, token: string): boolean {
  try {
    return localStorage.getItem(ownerKey) === `${account} ${token.slice(-8)}`
  } catch {
    return false
  }
}
