import type { Scope } from '#domain/access/rights.ts'
import { request } from './client.ts'
import { readItems } from './read.ts'
import { linkOf, type AnsweredLink, type MadeLink, type Person } from './people.ts'

/** What an administrator does about who gets in: invitations, sessions and lost second factors. */

export interface PersonSession {
  id: string
  createdAt: string
  usedAt: string
  address: string
  device: string
}

export interface Invitation {
  email: string
  role: string
  /** Left out: what was given before stays. */
  places?: Scope
  send: boolean
}

/** As in a reset link; the e-mail after the word is for the page to show. */
export async function invite(body: Invitation): Promise<MadeLink> {
  const made = await request<AnsweredLink>('POST', '/api/admin/invitations', { body })
  return linkOf(made, '/invite', `~${encodeURIComponent(body.email)}`)
}

const pathOf = (account: Person): string => `/api/admin/users/${encodeURIComponent(account.id)}`

export const sessionsOf = (account: Person): Promise<PersonSession[]> =>
  readItems<PersonSession>(`${pathOf(account)}/sessions`)

/** One of them, or all. */
export async function endSessions(account: Person, only?: PersonSession): Promise<void> {
  const which = only ? `/${encodeURIComponent(only.id)}` : ''
  await request('DELETE', `${pathOf(account)}/sessions${which}`)
}

export async function switchSecondFactorOff(account: Person): Promise<void> {
  await request('DELETE', `${pathOf(account)}/second-factor`)
}
