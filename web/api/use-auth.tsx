import { createContext, use, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { outsideProvider } from '#domain/contract/page-messages.ts'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { currentSession, onSessionChange, type Session } from './session.ts'

interface Auth {
  isLoggedIn: boolean
  account: OwnAccountView | null
}

/** Pages are pre-rendered without a session. */
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
  if (!auth) throw new Error(outsideProvider)
  return auth
}
