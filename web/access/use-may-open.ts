import { useMemo } from 'react'
import { territoryOf } from '#domain/access/actor.ts'
import { mayOpen, type Screen } from '#domain/screens/screen.ts'
import { currentSession } from '../api/session.ts'
import { actorOf } from '../api/session-account.ts'
import { useAuth } from '../api/use-auth.tsx'
import { useMay } from '../api/use-may.ts'

/** Whether the current account may open a screen, to hide those that the server would refuse. */
export function useMayOpen(): (screen: Screen) => boolean {
  const may = useMay()
  const { account } = useAuth()
  return useMemo(() => {
    const territory = territoryOf(actorOf({ token: currentSession().token, account }))
    return (screen) => mayOpen(screen, may, territory === undefined)
  }, [account, may])
}
