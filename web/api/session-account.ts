import type { Actor } from '#domain/access/actor.ts'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import {
  changeSession,
  currentSession,
  ownerKey,
  tokenSuffix,
  viewedAs,
  writeToken,
  type Session,
} from './session.ts'

// What public pages do without, which load session.ts only.

function writeOwner({ token, account }: Session): void {
  // While viewing as another account, the account is not the owner of the token.
  if (token === null || account === null || viewedAs() !== null) return
  try {
    localStorage.setItem(ownerKey, `${account.id} ${tokenSuffix(token)}`)
  } catch {
    // Without storage the session lasts as long as the page is open.
  }
}

export function startSession(token: string, account: OwnAccountView | null): void {
  writeToken(token)
  changeSession({ token, account })
  writeOwner(currentSession())
}

export function rememberAccount(account: OwnAccountView): void {
  changeSession({ ...currentSession(), account })
  writeOwner(currentSession())
}

/** Whether the scope covers all records; otherwise an empty list may hide records outside the scope. */
export const seesEverything = (): boolean => currentSession().account?.access.scope === 'everything'

export function actorOf({ token, account }: Session): Actor {
  if (token === null || account === null) return { kind: 'anonymous', address: '' }
  const { id, username, email, status, role, language, access } = account
  return { kind: 'account', id, name: username, email, status, role, language, access, sessionId: '' }
}
