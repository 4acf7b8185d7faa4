import type { NamedPlace, Scope } from '#domain/access/rights.ts'
import { request } from './client.ts'
import { readOr } from './read.ts'
import { currentSession, rememberAccount, type Account } from './session.ts'

/** What an administrator does with the accounts of others. */

export interface Person extends Omit<Account, 'access'> {
  /** The part of the territory it was given; null where it has that of its employee. */
  places: 'everything' | readonly NamedPlace[] | null
  /** Who that is in the Employee master, by the e-mail. */
  employee: { employeeNumber: string; name: string } | null
  /** The own role and those of the User Role Combinations, while it is active. */
  roles: readonly string[]
  /** What the API tokens are called that it made and that still open something. */
  apiTokens: readonly string[]
}

export const listAccounts = (signal?: AbortSignal): Promise<Person[]> =>
  readOr<Person[]>('/api/admin/users', [], signal ? { signal } : {})

export type AccountChange = Pick<Account, 'username' | 'phone' | 'status' | 'role'> & {
  /** An empty list leaves the place of the employee. */
  places?: Scope
  revokeTokens?: boolean
}

export async function changeAccount(account: Person, change: AccountChange): Promise<Person> {
  const changed = await request<Person>('PATCH', pathOf(account), {
    body: { ...change, version: account.version },
  })
  const own = currentSession().account
  if (changed.id === own?.id) rememberAccount({ ...own, ...changed })
  return changed
}

export async function deleteAccount(account: Person, isRevokingTokens: boolean): Promise<void> {
  await request('DELETE', `${pathOf(account)}${isRevokingTokens ? '?revokeTokens=true' : ''}`)
}

/** A one-time link: sent by e-mail, or here to be handed over, with the reason where it should have been sent. */
export interface MadeLink {
  expiresAt: string
  sentTo?: string
  address: string
  failure?: string
}

export interface AnsweredLink extends Omit<MadeLink, 'address'> {
  token?: string
  site: string | null
}

/** The word stands behind a `#`: browsers keep that part to themselves, so that no log on the way ever holds it. */
export const linkOf = ({ token = '', site, ...made }: AnsweredLink, path: string, rest = ''): MadeLink => ({
  ...made,
  address: new URL(`${path}#${token}${rest}`, site ?? location.origin).href,
})

export async function makeResetLink(account: Person, isSent: boolean): Promise<MadeLink> {
  const path = `${pathOf(account)}/reset${isSent ? '/mail' : ''}`
  return linkOf(await request<AnsweredLink>('POST', path), '/reset')
}

/** Whether links can be sent by e-mail, and what went wrong with the last one. */
export interface MailStanding {
  isOn: boolean
  trouble: { at: string; email: string; because: string } | null
}

export const readMailStanding = (signal?: AbortSignal): Promise<MailStanding> =>
  readOr<MailStanding>('/api/admin/mail', { isOn: false, trouble: null }, signal ? { signal } : {})

const pathOf = (account: Person): string => `/api/admin/users/${encodeURIComponent(account.id)}`
