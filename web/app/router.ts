import { createBrowserRouter } from 'react-router'
import { noteNavigation } from '../ui/dialog-history.ts'
import { loginPath } from '../api/same-site-path.ts'
import { freshAccount } from '../api/accounts.ts'
import { currentSession, onLogInElsewhere, onSessionEnd } from '../api/session.ts'
import { patient } from './patient-routes.ts'
import { routes } from './routes.tsx'

export const router = createBrowserRouter(patient(routes))

router.subscribe(({ historyAction, navigation }) => {
  if (navigation.state === 'idle') noteNavigation(historyAction)
})

onSessionEnd(() => {
  const { location, matches } = router.state
  // Who only reads the public pages need not log in for it; what stands before the others is a middleware.
  if (matches.some(({ route }) => route.middleware))
    void router.navigate(loginPath(location), { state: { isEnded: true } })
})

// What is on the screen may not be for the person who is logged in now.
onLogInElsewhere(() => {
  const before = currentSession().account?.id
  freshAccount().then(
    // Somebody else finds nothing of what was typed here; the same person loses nothing of it.
    ({ id }) => (id === before ? router.revalidate() : location.reload()),
    (error: unknown) => console.warn('Who logged in elsewhere could not be learnt', error),
  )
})
