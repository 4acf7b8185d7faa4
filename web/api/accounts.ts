import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { abortReads, request } from './client.ts'
import { readDocument } from './read.ts'
import { clearSession, currentSession } from './session.ts'
import { rememberAccount } from './session-account.ts'

/** Ends the session on this device whatever the server answers; if it cannot be reached, the token expires by itself. */
export async function logOut(): Promise<void> {
  if (currentSession().token === null) return
  const allowReads = abortReads()
  // Logs out the account itself, not the account it is viewed as.
  await request('POST', '/api/auth/logout', { headers: { 'x-view-as': '' } }).catch((error: unknown) =>
    console.warn(error),
  )
  clearSession()
  allowReads()
}

/** The account of the session; reloaded while it is not active, because it may have been approved meanwhile. */
export async function ownAccount(): Promise<OwnAccountView> {
  const cached = currentSession().account
  if (cached?.status === 'active' && cached !== unconfirmed) return cached
  const { token } = currentSession()
  if (loading?.token !== token) loading = { token, account: freshAccount() }
  const { account } = loading
  return account.finally(() => {
    if (loading?.account === account) loading = null
  })
}

/** The page and the parts around it ask at the same time. */
let loading: { token: string | null; account: Promise<OwnAccountView> } | null = null

/** The account as an earlier page stored it; the server has not confirmed it to this one. */
let unconfirmed: OwnAccountView | null = null

/** Continues as an account for the screens that work without a network; the others load it first. */
export function resumeAs(account: OwnAccountView): void {
  unconfirmed = account
  rememberAccount(account)
}

/** Members without which the rights of the account are unknown. */
const required = { id: '', status: '', access: {} }

export async function freshAccount(): Promise<OwnAccountView> {
  const account = await readDocument<OwnAccountView>('/api/v1/me', required)
  rememberAccount(account)
  return account
}
