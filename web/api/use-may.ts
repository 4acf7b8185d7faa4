import { useMemo } from 'react'
import { decide, type Action, type Subject } from '#domain/access/allowances.ts'
import { useAuth } from './use-auth.tsx'
import { currentSession } from './session.ts'
import { actorOf } from './session-account.ts'

type May = (action: Action, subject: Subject) => boolean

/**
 * The rights of the current account, to hide actions that the server would reject. It is separate from `useAuth` because
 * the policy imports the whole catalogue, which the public pages do not load. The function changes with the account, so
 * that memoized values are computed again.
 */
export function useMay(): May {
  const { account } = useAuth()
  return useMemo(() => {
    const actor = actorOf({ token: currentSession().token, account })
    return (action, subject) => decide(actor, action, subject).allowed
  }, [account])
}
