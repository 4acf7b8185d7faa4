import { request } from './client.ts'
import type { Person } from './people.ts'

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
}

/** The word stands behind a `#`, as in a reset link; the e-mail after it is for the page to show. */
export async function invite(body: Invitation): Promise<{ address: string; expiresAt: string }> {
  const made = await request<{ token: string; expiresAt: string; site: string | null }>(
    'POST',
    '/api/admin/invitations',
    { body },
  )
  const address = new URL('/invite', made.site ?? location.origin)
  address.hash = `${made.token}~${encodeURIComponent(body.email)}`
  return { address: address.href, expiresAt: made.expiresAt }
}

const pathOf = (account: Person): string => `/api/admin/users/${encodeURIComponent(account.id)}`

export async function sessionsOf(account: Person): Promise<PersonSession[]> {
  return (await request<{ items: PersonSession[] }>('GET', `${pathOf(account)}/sessions`)).items
}

/** One of them, or all. */
export async function endSessions(account: Person, only?: PersonSession): Promise<void> {
  const which = only ? `/${encodeURIComponent(only.id)}` : ''
  await request('DELETE', `${pathOf(account)}/sessions${which}`)
}

export async function switchSecondFactorOff(account: Person): Promise<void> {
  await request('DELETE', `${pathOf(account)}/second-factor`)
}
