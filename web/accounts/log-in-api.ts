import type { LoggedIn, OwnAccountView } from '#domain/api/accounts/account.ts'
import type { AcceptedInvitation, Credentials, Registration } from '#domain/api/accounts/sign-in.ts'
import { UnexpectedAnswer } from '../api/api-problem.ts'
import { request } from '../api/client.ts'
import { newIdempotencyKey } from '../api/drafts/idempotency-key.ts'
import { startSession } from '../api/session-account.ts'

/** Requests that start a session, in a module of their own because only the login pages load them. */

const storageKey = 'device'

/**
 * A random number that identifies this browser at login, so that attempts from elsewhere to guess the password do not rate-limit
 * the owner. It survives the logout and grants nothing.
 */
function deviceHeaders(): Record<string, string> {
  try {
    const proof = localStorage.getItem(storageKey) ?? newIdempotencyKey()
    localStorage.setItem(storageKey, proof)
    return { 'x-device-proof': proof }
  } catch {
    // Without storage the server identifies the browser by its IP address alone.
    return {}
  }
}

/** Sends the credentials and starts the session that the server answers with. */
async function authenticate(
  path: string,
  body?: Credentials | Registration | AcceptedInvitation,
): Promise<OwnAccountView> {
  const headers = deviceHeaders()
  const { token, account } = await request<LoggedIn>('POST', path, { body, anonymous: true, headers })
  if (typeof token !== 'string' || typeof account?.id !== 'string') throw new UnexpectedAnswer()
  startSession(token, account)
  return account
}

export const logIn = (email: string, password: string, code?: string): Promise<OwnAccountView> =>
  authenticate('/api/auth/login', { email, password, code })

export const register = (registration: Registration): Promise<OwnAccountView> =>
  authenticate('/api/auth/register', registration)

/** Creates the account of an invitation. */
export const acceptInvitation = (body: AcceptedInvitation): Promise<OwnAccountView> =>
  authenticate('/api/auth/invitation', body)

/** Starts the session of a log-in at the provider; the browser proves it by a cookie. */
export const openSignOnSession = (): Promise<OwnAccountView> => authenticate('/api/auth/oidc/session')
