import type { Access, AccountStatus, Actor } from '#domain/access/actor.ts'

/** The own account as the server shows it. */
export interface Account {
  id: string
  username: string
  email: string
  phone: string | null
  status: AccountStatus
  role: string | null
  version: number
  createdAt: string
  access: Access
  /** Among all accounts only: it was invited and is not open yet. */
  invited?: boolean
  /** Among all accounts only. */
  secondFactor?: boolean
}

/** Being logged in means that a token is stored; who it belongs to is asked when it matters. */
export interface Session {
  token: string | null
  account: Account | null
}

const storageKey = 'token'
/** The id of the account and the end of the token it was asked for with: another token may be of another account. */
const ownerKey = 'token of'
/** The account an administrator looks as, in this tab: its id, a space, its name. It ends with the session. */
export const viewKey = 'view as'
const listeners = new Set<() => void>()
const endListeners = new Set<() => void>()
const newcomerListeners = new Set<() => void>()
let session: Session = { token: read('localStorage', storageKey), account: null }

/** Browsers that forbid storage still get a session, for as long as the page is open. */
function read(storage: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[storage].getItem(key)
  } catch {
    return null
  }
}

function writeToken(token: string | null): void {
  try {
    sessionStorage.removeItem(viewKey)
    if (token === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, token)
    if (token === null) localStorage.removeItem(ownerKey)
  } catch {
    // See read.
  }
}

const endOf = (token: string | null): string => (token ?? '').slice(-8)

function writeOwner({ token, account }: Session): void {
  // While viewing as another person, the account is not the one of the token.
  if (token === null || account === null || viewedAs() !== null) return
  try {
    localStorage.setItem(ownerKey, `${account.id} ${endOf(token)}`)
  } catch {
    // See read.
  }
}

/** Known from the last time as well: public pages do not ask for the account. */
export function currentAccountId(): string | undefined {
  const { token, account } = session
  if (account) return account.id
  const [id, end] = read('localStorage', ownerKey)?.split(' ') ?? []
  return token !== null && end === endOf(token) ? id : undefined
}

function change(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

export const currentSession = (): Session => session

export const viewedAs = (): string | null => read('sessionStorage', viewKey)

export function startSession(token: string, account: Account | null): void {
  writeToken(token)
  change({ token, account })
  writeOwner(session)
}

export function rememberAccount(account: Account): void {
  change({ ...session, account })
  writeOwner(session)
}

export function clearSession(): void {
  writeToken(null)
  change({ token: null, account: null })
}

/** The server no longer knows this token. An answer to an older one says nothing about the token of today. */
export function endSession(token: string): void {
  if (session.token !== token) return
  clearSession()
  for (const listener of endListeners) listener()
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Called when somebody logged in, or changed the password, in another tab. */
export function onLogInElsewhere(listener: () => void): () => void {
  newcomerListeners.add(listener)
  return () => newcomerListeners.delete(listener)
}

/** Called when the server ended the session, or another tab did; not when a person logged out here. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

// Logging in or out in one tab counts in the others. Who it is now has to be asked; until then nothing is taken away.
if (typeof window !== 'undefined')
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== storageKey || newValue === session.token) return
    writeToken(newValue)
    change({ token: newValue, account: newValue === null ? null : session.account })
    for (const listener of newValue === null ? endListeners : newcomerListeners) listener()
  })

/** Whoever sees a part of the firm is not told that there is nothing in it. */
export const seesEverything = (): boolean => session.account?.access.scope === 'everything'

export function actorOf({ token, account }: Session): Actor {
  if (token === null || account === null) return { kind: 'anonymous', address: '' }
  const { id, username, email, status, role, access } = account
  return { kind: 'account', id, name: username, email, status, role, access, sessionId: '' }
}
