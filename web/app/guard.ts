import { redirect, type MiddlewareFunction } from 'react-router'
import { decide } from '#domain/access/allowances.ts'
import { ownAccount } from '../api/accounts.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { request } from '../api/client.ts'
import { currentSession } from '../api/session.ts'
import { actorOf } from '../api/session-account.ts'
import { loginPath } from '../api/same-site-path.ts'

/** Middleware of the pages that every account may open, even before its approval. */
export const signedIn: MiddlewareFunction = ({ url }) => requireAccount(url)

/** Every role may read saved views; an account that may not is pending, disabled or without a role. */
export const mayUseOffice = (): boolean => decide(actorOf(currentSession()), 'read', 'savedView').allowed

/** Middleware of all back office pages; it runs before their loaders. */
export const guard: MiddlewareFunction = async ({ url }) => {
  await requireAccount(url)
  if (mayUseOffice()) return
  // The server rejects this request with a message that gives the reason.
  await request('GET', '/api/v1/saved-views?screen=/get')
}

async function requireAccount(url: URL): Promise<void> {
  if (currentSession().token === null) throw redirect(loginPath(url))
  try {
    await ownAccount()
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) throw redirect(loginPath(url))
    throw error
  }
}
