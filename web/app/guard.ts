import { redirect, type MiddlewareFunction } from 'react-router'
import { ownAccount } from '../api/accounts.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { actorOf, currentSession } from '../api/session.ts'
import { loginPath } from '../api/same-site-path.ts'

/** Stands before the pages that anyone with an account may open, also while it waits for approval. */
export const signedIn: MiddlewareFunction = ({ url }) => requireAccount(url)

/** Stands before every page of the back office, and runs before anything is asked of the server for it. */
export const guard: MiddlewareFunction = async ({ url }) => {
  await requireAccount(url)
  const { can } = await import('#domain/access/policy.ts')
  // Any approved role may read seasons; whoever may not is pending, disabled or without a role.
  const decision = can(actorOf(currentSession()), 'read', 'season')
  if (!decision.allowed) throw new ApiProblem(403, { msg: decision.because })
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
