import { request } from './client.ts'
import { clearSession, currentSession, rememberAccount, startSession, type Account } from './session.ts'

export interface LoggedIn {
  token: string
  msg: string
  account: Account
}

export interface Registration {
  username: string
  email: string
  phone: string
  password: string
  /** The one-time word of the link a new server prints for its first administrator. */
  invite?: string
}

export async function logIn(email: string, password: string, code?: string): Promise<Account> {
  const body = { email, password, code }
  const { token, account } = await request<LoggedIn>('POST', '/api/auth/login', { body, anonymous: true })
  startSession(token, account)
  return account
}

export async function register(registration: Registration): Promise<Account> {
  const { token, account } = await request<LoggedIn>('POST', '/api/auth/register', {
    body: registration,
    anonymous: true,
  })
  startSession(token, account)
  return account
}

/** The session is over here whatever the server says; unreachable, it lets the token expire. */
export async function logOut(): Promise<void> {
  if (currentSession().token === null) return
  // Whoever is only looked as is not logged out.
  await request('POST', '/api/auth/logout', { headers: { 'x-view-as': '' } }).catch((error: unknown) =>
    console.warn(error),
  )
  clearSession()
}

/** The own account; asked for again while it is not active, because an approval may have come meanwhile. */
export async function ownAccount(): Promise<Account> {
  const kept = currentSession().account
  return kept?.status === 'active' ? kept : freshAccount()
}

export async function freshAccount(): Promise<Account> {
  const account = await request<Account>('GET', '/api/v1/me')
  rememberAccount(account)
  return account
}
