import type { Scope } from '#domain/access/rights.ts'
import { ApiProblem } from './api-problem.ts'
import { request } from './client.ts'
import { currentSession, rememberAccount, type Account } from './session.ts'

/** What an administrator does with the accounts of others. */

export interface Person extends Omit<Account, 'access'> {
  /** The part of the territory it was given; null where it has that of its employee. */
  places: Scope | null
  /** Who that is in the Employee master, by the e-mail. */
  employee: { employeeNumber: string; name: string } | null
  /** The own role and those of the User Role Combinations, while it is active. */
  roles: readonly string[]
}

export async function listAccounts(signal?: AbortSignal): Promise<Person[]> {
  const accounts = await request<unknown>('GET', '/api/admin/users', signal ? { signal } : {})
  if (!Array.isArray(accounts)) throw new ApiProblem(502)
  return accounts as Person[]
}

export type AccountChange = Pick<Account, 'username' | 'phone' | 'status' | 'role'> & {
  /** An empty list leaves the place of the employee. */
  places?: Scope
}

export async function changeAccount(account: Person, change: AccountChange): Promise<Person> {
  const changed = await request<Person>('PATCH', pathOf(account), {
    body: { ...change, version: account.version },
  })
  const own = currentSession().account
  if (changed.id === own?.id) rememberAccount({ ...own, ...changed })
  return changed
}

export async function deleteAccount(account: Person): Promise<void> {
  await request('DELETE', pathOf(account))
}

export interface ResetLink {
  address: string
  expiresAt: string
}

/** The word stands behind a `#`: browsers keep that part to themselves, so that no log on the way ever holds it. */
export async function makeResetLink(account: Person): Promise<ResetLink> {
  const made = await request<{ token: string; expiresAt: string; site: string | null }>(
    'POST',
    `${pathOf(account)}/reset`,
  )
  return {
    address: new URL(`/reset#${made.token}`, made.site ?? location.origin).href,
    expiresAt: made.expiresAt,
  }
}

const pathOf = (account: Person): string => `/api/admin/users/${encodeURIComponent(account.id)}`
