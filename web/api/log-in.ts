import type { LoggedIn } from './accounts.ts'
import { UnexpectedAnswer } from './api-problem.ts'
import { request } from './client.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { startSession, type Account } from './session.ts'

/** The ways in: kept apart from what every page loads. */

const storedAs = 'device'

/**
 * This browser, wherever it is: a number that it chose once at random and sends when somebody logs in, so that others who guess at
 * the account do not slow its owner down. It outlives the log-out and opens nothing.
 */
function deviceProof(): Record<string, string> {
  try {
    const proof = localStorage.getItem(storedAs) ?? newIdempotencyKey()
    localStorage.setItem(storedAs, proof)
    return { 'x-device-proof': proof }
  } catch {
    // Where nothing may be kept, only the address is known.
    return {}
  }
}

export interface Registration {
  username: string
  email: string
  phone: string
  password: string
  /** The one-time word of the link a new server prints for its first administrator. */
  invite?: string
}

/** Whoever is let in is logged in. */
async function enter(path: string, body: unknown): Promise<Account> {
  const headers = deviceProof()
  const { token, account } = await request<LoggedIn>('POST', path, { body, anonymous: true, headers })
  if (typeof token !== 'string' || typeof account?.id !== 'string') throw new UnexpectedAnswer()
  startSession(token, account)
  return account
}

export const logIn = (email: string, password: string, code?: string): Promise<Account> =>
  enter('/api/auth/login', { email, password, code })

export const register = (registration: Registration): Promise<Account> =>
  enter('/api/auth/register', registration)

/** Opens the account one was invited to. */
export const acceptInvitation = (
  body: Pick<Registration, 'username' | 'phone' | 'password'> & { token: string },
): Promise<Account> => enter('/api/auth/invitation', body)
