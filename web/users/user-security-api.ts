import type { SessionView, UserView } from '#domain/api/accounts/account.ts'
import type { Invitation, LinkAnswer } from '#domain/api/accounts/users.ts'
import { request } from '../api/client.ts'
import { readItems } from '../api/read.ts'
import { toOneTimeLink, type OneTimeLink } from './users-api.ts'

/** Requests of an administrator about the security of other accounts: invitations, sessions, second factors and single sign-on. */

/** The fragment holds the token as in a reset link, and the e-mail address for the page to show. */
export async function invite(body: Invitation): Promise<OneTimeLink> {
  const made = await request<LinkAnswer>('POST', '/api/admin/invitations', { body })
  return toOneTimeLink(made, '/invite', `~${encodeURIComponent(body.email)}`)
}

const pathOf = (account: UserView): string => `/api/admin/users/${encodeURIComponent(account.id)}`

export const sessionsOf = (account: UserView, signal: AbortSignal): Promise<SessionView[]> =>
  readItems<SessionView>(`${pathOf(account)}/sessions`, { signal })

/** Ends one session, or all without `only`. */
export async function endSessions(account: UserView, only?: SessionView): Promise<void> {
  const which = only ? `/${encodeURIComponent(only.id)}` : ''
  await request('DELETE', `${pathOf(account)}/sessions${which}`)
}

export async function switchSecondFactorOff(account: UserView): Promise<void> {
  await request('DELETE', `${pathOf(account)}/second-factor`)
}

export async function unlinkSignOn(account: UserView): Promise<void> {
  await request('DELETE', `${pathOf(account)}/single-sign-on`)
}
