import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { readStored } from '../messages/read-stored.ts'

/** A stored token means that the user is logged in; its account is loaded when it is needed. */
export interface Session {
  token: string | null
  account: OwnAccountView | null
}

const storageKey = 'token'
/**
 * Account id and the end of its token, because another token may belong to another account; without an end after a log-in
 * without a network, which has no token.
 */
export const ownerKey = 'token of'
/** The account an administrator views as, in this tab: id, space, name. It is removed with the session. */
export const viewKey = 'view as'
const listeners = new Set<() => void>()
const endListeners = new Set<() => void>()
const loginListeners = new Set<() => void>()
let session: Session = { token: readStored('localStorage', storageKey), account: null }

function endView(): void {
  try {
    sessionStorage.removeItem(viewKey)
  } catch {
    // Without storage the session lasts as long as the page is open.
  }
}

export function writeToken(token: string | null): void {
  endView()
  try {
    if (token === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, token)
    if (token === null) localStorage.removeItem(ownerKey)
  } catch {
    // See endView.
  }
}

export const tokenSuffix = (token: string | null): string => (token ?? '').slice(-8)

/** Falls back to the stored id, because public pages do not load the account. */
export function currentAccountId(): string | undefined {
  const { token, account } = session
  if (account) return account.id
  const [id, end] = readStored('localStorage', ownerKey)?.split(' ') ?? []
  return end === tokenSuffix(token) ? id : undefined
}

/** Called by session-account.ts. */
export function changeSession(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

export const currentSession = (): Session => session

export const viewedAs = (): string | null => readStored('sessionStorage', viewKey)

export function clearSession(): void {
  writeToken(null)
  changeSession({ token: null, account: null })
}

/** Called after a 401; a response to an older token does not end the current session. */
export function endSession(token: string): void {
  if (session.token !== token) return
  clearSession()
  for (const listener of endListeners) listener()
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Called when another tab logged in or changed the password. */
export function onLogInElsewhere(listener: () => void): () => void {
  loginListeners.add(listener)
  return () => loginListeners.delete(listener)
}

/** Called when the server or another tab ended the session; not when the user logged out in this tab. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

// Logging in or out in one tab applies to the others; the previous account stays until the new one is loaded.
if (typeof window !== 'undefined')
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== storageKey || newValue === session.token) return
    // The other tab has stored the token and its owner, or those of a newer log-in.
    endView()
    changeSession({ token: newValue, account: newValue === null ? null : session.account })
    for (const listener of newValue === null ? endListeners : loginListeners) listener()
  })
