import { createContext, use, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { accountMessages } from '#domain/contract/page-messages.ts'
import { currentSession, onSessionChange, type Account, type Session } from './session.ts'

interface Auth {
  isLoggedIn: boolean
  account: Account | null
}

/** Pages are drawn for anybody before they reach a browser. */
const noSession: Session = { token: null, account: null }

const AuthContext = createContext<Auth | null>(null)

export function AuthProvider({ children }: { children: ReactNode }): ReactNode {
  const session = useSyncExternalStore(onSessionChange, currentSession, () => noSession)
  const auth = useMemo<Auth>(
    () => ({ isLoggedIn: session.token !== null, account: session.account }),
    [session],
  )
  return <AuthContext value={auth}>{children}</AuthContext>
}

export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error(accountMessages.outsideProvider)
  return auth
}
