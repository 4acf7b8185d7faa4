import { request } from './client.ts'
import { clearSession, currentSession, rememberAccount, type Account } from './session.ts'

export interface LoggedIn {
  token: string
  msg: string
  account: Account
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
