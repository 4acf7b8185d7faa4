import { request } from './client.ts'
import { readDocument } from './read.ts'
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

/** Without these nothing can be said about what the account may do. */
const needed = { id: '', status: '' as Account['status'], access: {} as Account['access'] }

export async function freshAccount(): Promise<Account> {
  const account = await readDocument<Account>('/api/v1/me', needed)
  rememberAccount(account)
  return account
}
