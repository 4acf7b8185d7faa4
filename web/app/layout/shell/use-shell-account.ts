import { useEffect } from 'react'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { ownAccount } from '../../../api/accounts.ts'
import { useAuth } from '../../../api/use-auth.tsx'

/** The account, which public pages have not loaded. */
export function useShellAccount(): OwnAccountView | null {
  const { isLoggedIn, account } = useAuth()
  useEffect(() => {
    if (isLoggedIn && account === null) ownAccount().catch(() => undefined)
  }, [isLoggedIn, account])
  return account
}
