import { createContext, use, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { can, type Action, type Subject } from '#domain/access/policy.ts'
import { accountMessages } from '#domain/contract/messages.ts'
import { actorOf, currentSession, onSessionChange, type Account } from './session.ts'

interface Auth {
  isLoggedIn: boolean
  account: Account | null
  /** The server decides; this only keeps from offering what it would refuse. */
  may: (action: Action, subject: Subject) => boolean
}

const AuthContext = createContext<Auth | null>(null)

export function AuthProvider({ children }: { children: ReactNode }): ReactNode {
  const session = useSyncExternalStore(onSessionChange, currentSession)
  const auth = useMemo<Auth>(() => {
    const actor = actorOf(session)
    return {
      isLoggedIn: session.token !== null,
      account: session.account,
      may: (action, subject) => can(actor, action, subject).allowed,
    }
  }, [session])
  return <AuthContext value={auth}>{children}</AuthContext>
}

export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error(accountMessages.outsideProvider)
  return auth
}
