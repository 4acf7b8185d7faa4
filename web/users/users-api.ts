import type { UserView } from '#domain/api/accounts/account.ts'
import type { LinkAnswer, MailStatus, UserChange } from '#domain/api/accounts/users.ts'
import { request } from '../api/client.ts'
import { readOr } from '../api/read.ts'
import { currentSession } from '../api/session.ts'
import { rememberAccount } from '../api/session-account.ts'

/** Requests of an administrator about the accounts of other users. */

export const listAccounts = (signal?: AbortSignal): Promise<UserView[]> =>
  readOr<UserView[]>('/api/admin/users', [], signal ? { signal } : {})

export type AccountChange = Pick<UserView, 'username' | 'phone' | 'status' | 'role'> &
  Pick<UserChange, 'places' | 'revokeTokens'>

export async function changeAccount(account: UserView, change: AccountChange): Promise<UserView> {
  const changed = await request<UserView>('PATCH', pathOf(account), {
    body: { ...change, version: account.version },
  })
  const own = currentSession().account
  if (changed.id === own?.id) rememberAccount({ ...own, ...changed })
  return changed
}

export async function deleteAccount(account: UserView, isRevokingTokens: boolean): Promise<void> {
  await request('DELETE', `${pathOf(account)}${isRevokingTokens ? '?revokeTokens=true' : ''}`)
}

/** A one-time link: sent by e-mail, or shown here; `failure` is why it could not be sent. */
export type OneTimeLink = Omit<LinkAnswer, 'token' | 'site'> & { address: string }

/** The token is in the fragment, which browsers do not send, so that no server log contains it. */
export const toOneTimeLink = (
  { token = '', site, ...made }: LinkAnswer,
  path: string,
  rest = '',
): OneTimeLink => ({
  ...made,
  address: new URL(`${path}#${token}${rest}`, site ?? location.origin).href,
})

export async function createResetLink(account: UserView, shouldSend: boolean): Promise<OneTimeLink> {
  const path = `${pathOf(account)}/reset${shouldSend ? '/mail' : ''}`
  return toOneTimeLink(await request<LinkAnswer>('POST', path), '/reset')
}

export const readMailStatus = (signal?: AbortSignal): Promise<MailStatus> =>
  readOr<MailStatus>('/api/admin/mail', { isOn: false, trouble: null }, signal ? { signal } : {})

const pathOf = (account: UserView): string => `/api/admin/users/${encodeURIComponent(account.id)}`
