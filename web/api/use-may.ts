import { useMemo } from 'react'
import { judge, type Action, type Subject } from '#domain/access/allowances.ts'
import { useAuth } from './use-auth.tsx'
import { actorOf, currentSession } from './session.ts'

type May = (action: Action, subject: Subject) => boolean

/**
 * What the person at the screen may do. The server decides; this only keeps from offering what it would refuse. It is
 * apart from `useAuth` because the policy brings the whole catalogue along, which the public pages do without. It is
 * another function for another account, so that what was worked out with it is worked out again.
 */
export function useMay(): May {
  const { account } = useAuth()
  return useMemo(() => {
    const actor = actorOf({ token: currentSession().token, account })
    return (action, subject) => judge(actor, action, subject).allowed
  }, [account])
}
