import { judge, type Action, type Subject } from '#domain/access/allowances.ts'
import { useAuth } from './use-auth.tsx'
import { actorOf, currentSession } from './session.ts'

type May = (action: Action, subject: Subject) => boolean

const may: May = (action, subject) => judge(actorOf(currentSession()), action, subject).allowed

/**
 * What the person at the screen may do. The server decides; this only keeps from offering what it would refuse. It is
 * apart from `useAuth` because the policy brings the whole catalogue along, which the public pages do without.
 */
export function useMay(): May {
  useAuth()
  return may
}
