import { ApiProblem } from './api-problem.ts'
import { request } from './client.ts'
import { currentSession, rememberAccount, type Account } from './session.ts'

/** What an administrator does with the accounts of others. */

export async function listAccounts(signal?: AbortSignal): Promise<Account[]> {
  const accounts = await request<unknown>('GET', '/api/admin/users', signal ? { signal } : {})
  if (!Array.isArray(accounts)) throw new ApiProblem(502)
  return accounts as Account[]
}

export type AccountChange = Pick<Account, 'username' | 'phone' | 'status' | 'role'>

export async function changeAccount(account: Account, change: AccountChange): Promise<Account> {
  const changed = await request<Account>('PATCH', pathOf(account), {
    body: { ...change, version: account.version },
  })
  if (changed.id === currentSession().account?.id) rememberAccount(changed)
  return changed
}

export async function deleteAccount(account: Account): Promise<void> {
  await request('DELETE', pathOf(account))
}

export interface ResetLink {
  address: string
  expiresAt: string
}

/** The word stands behind a `#`: browsers keep that part to themselves, so that no log on the way ever holds it. */
export async function makeResetLink(account: Account): Promise<ResetLink> {
  const made = await request<{ token: string; expiresAt: string; site: string | null }>(
    'POST',
    `${pathOf(account)}/reset`,
  )
  return {
    address: new URL(`/reset#${made.token}`, made.site ?? location.origin).href,
    expiresAt: made.expiresAt,
  }
}

const pathOf = (account: Account): string => `/api/admin/users/${encodeURIComponent(account.id)}`
