import type { LoggedIn } from '#domain/api/accounts/account.ts'
import type { OwnSession, PasswordChange } from '#domain/api/accounts/own-account.ts'
import type { CreatedFeed, FeedState } from '#domain/api/visits/calendar-feed.ts'
import { replaceToken, request } from '../../api/client.ts'
import { readItems, readOr } from '../../api/read.ts'
import { startSession } from '../../api/session-account.ts'

/** Requests about the user's own account. */

const resetMailPath = '/api/auth/reset/mail'

/** Ends all sessions of the account; this one continues with a new token. */
export async function changePassword(current: string, password: string): Promise<void> {
  const body: PasswordChange = { current, password }
  await replaceToken(async () => {
    const { token, account } = await request<LoggedIn>('POST', '/api/v1/me/password', { body })
    startSession(token, account)
  })
}

export async function resetPassword(token: string, password: string): Promise<void> {
  await request('POST', '/api/auth/reset', { body: { token, password }, anonymous: true })
}

/** Whether the server can send a reset link by e-mail. */
export async function canMailReset(signal: AbortSignal): Promise<boolean> {
  const { isOffered } = await readOr(resetMailPath, { isOffered: false }, { anonymous: true, signal })
  return isOffered
}

/** The answer is the same for every address, so that it does not reveal which accounts exist. */
export async function requestReset(email: string): Promise<string> {
  const body = { email }
  return (await request<{ msg: string }>('POST', resetMailPath, { body, anonymous: true })).msg
}

export const listSessions = (signal: AbortSignal): Promise<OwnSession[]> =>
  readItems<OwnSession>('/api/v1/me/sessions', { signal })

export function readFeed(signal: AbortSignal): Promise<FeedState> {
  return readOr<FeedState>('/api/auth/calendar-feed', { createdAt: null, hasPassword: false }, { signal })
}

/** The answer is the only time the password and the secret address are sent; the previous ones stop working. */
export function createFeed(): Promise<CreatedFeed> {
  return request('POST', '/api/auth/calendar-feed')
}

export async function switchFeedOff(): Promise<void> {
  await request('DELETE', '/api/auth/calendar-feed')
}

export async function endOwnSession(session: OwnSession): Promise<void> {
  await request('DELETE', `/api/v1/me/sessions/${encodeURIComponent(session.id)}`)
}
