import type { LoggedIn } from './accounts.ts'
import { request } from './client.ts'
import { readItems, readOr } from './read.ts'
import { startSession } from './session.ts'

/** What a person does with the own account once it is there. */

const resetMailPath = '/api/auth/reset/mail'

/** Every session ends with the old password; the one at this screen goes on with a new token. */
export async function changePassword(current: string, password: string): Promise<void> {
  const body = { current, password }
  const { token, account } = await request<LoggedIn>('POST', '/api/v1/me/password', { body })
  startSession(token, account)
}

export async function resetPassword(token: string, password: string): Promise<void> {
  await request('POST', '/api/auth/reset', { body: { token, password }, anonymous: true })
}

/** Whether a link to choose a new password can be had by e-mail. */
export async function isResetMailed(): Promise<boolean> {
  const { isOffered } = await readOr(resetMailPath, { isOffered: false }, { anonymous: true })
  return isOffered
}

/** What the server says is the same for every address. */
export async function askForReset(email: string): Promise<string> {
  const body = { email }
  return (await request<{ msg: string }>('POST', resetMailPath, { body, anonymous: true })).msg
}

export interface OwnSession {
  id: string
  createdAt: string
  usedAt: string
  address: string
  /** What the browser said of itself. */
  device: string
  current: boolean
}

export const listSessions = (signal: AbortSignal): Promise<OwnSession[]> =>
  readItems<OwnSession>('/api/v1/me/sessions', { signal })

export interface FeedState {
  /** Null: there is none. */
  createdAt: string | null
  hasPassword: boolean
}

export interface MadeFeed {
  withPassword: { address: string; name: string; password: string }
  /** A secret one, for calendars that send no password. */
  address: string
  addressTells: 'codes' | 'everything'
}

export function readFeed(signal: AbortSignal): Promise<FeedState> {
  return readOr<FeedState>('/api/auth/calendar-feed', { createdAt: null, hasPassword: false }, { signal })
}

/** The password and the secret address are told only now; those before are dead. */
export function makeFeed(): Promise<MadeFeed> {
  return request('POST', '/api/auth/calendar-feed')
}

export async function switchFeedOff(): Promise<void> {
  await request('DELETE', '/api/auth/calendar-feed')
}

export async function endOwnSession(session: OwnSession): Promise<void> {
  await request('DELETE', `/api/v1/me/sessions/${encodeURIComponent(session.id)}`)
}
