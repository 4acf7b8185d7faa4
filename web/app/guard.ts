import { redirect, type MiddlewareFunction } from 'react-router'
import { ownAccount } from '../api/accounts.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { request } from '../api/client.ts'
import { actorOf, currentSession } from '../api/session.ts'
import { loginPath } from '../api/same-site-path.ts'

/** Stands before the pages that anyone with an account may open, also while it waits for approval. */
export const signedIn: MiddlewareFunction = ({ url }) => requireAccount(url)

/** Stands before every page of the back office, and runs before anything is asked of the server for it. */
export const guard: MiddlewareFunction = async ({ url }) => {
  await requireAccount(url)
  const { judge } = await import('#domain/access/allowances.ts')
  // Any role may keep views; whoever may not is pending, disabled or without a role.
  if (judge(actorOf(currentSession()), 'read', 'savedView').allowed) return
  // The server refuses, with the sentence that says why.
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
