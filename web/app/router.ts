import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createRouter as createRouter,
  UNSAFE_defaultMapRouteProperties as mapRouteProperties,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
  matchRoutes,
  type PatchRoutesOnNavigationFunction,
} from 'react-router'
import { recordNavigation } from '../ui/dialog-history.ts'
import { loadCode } from '../ui/load-code.ts'
import { loginPath } from '../api/same-site-path.ts'
import { currentSession, onLogInElsewhere, onSessionEnd } from '../api/session.ts'
import { withRetry } from './retry-lazy-routes.ts'
import { guardedRoutesAt, pagesId, routes } from './routes.tsx'

const added = new Set<unknown>()

/** Adds routes behind the log-in when a path is opened that matches no route yet. */
const addRoutes: PatchRoutesOnNavigationFunction = async ({ path, patch, signal }) => {
  for (const load of guardedRoutesAt(path)) {
    if (added.has(load)) continue
    const more = await loadCode(load)
    if (signal.aborted) return
    if (added.has(load)) continue
    added.add(load)
    patch(pagesId, withRetry(more))
    if (matchRoutes(more, path)) return
  }
}

// What `createBrowserRouter` does; its module also has the forms and links of the framework mode.
export const router = createRouter({
  history: createBrowserHistory(),
  routes: withRetry(routes),
  mapRouteProperties,
  hydrationRouteProperties,
  patchRoutesOnNavigation: addRoutes,
}).initialize()

router.subscribe(({ historyAction, navigation, initialized }) => {
  // What the first page has not used by now would be out of date for the next.
  if (initialized) globalThis.firstReads = undefined
  if (navigation.state === 'idle') recordNavigation(historyAction)
})

onSessionEnd(() => {
  const { location, matches } = router.state
  // Public pages need no session; only the others have a middleware.
  if (matches.some(({ route }) => route.middleware))
    void router.navigate(loginPath(location), { state: { isEnded: true } })
})

// The page may not be allowed for the account that is logged in now.
onLogInElsewhere(() => {
  const previous = currentSession().account?.id
  loadCode(() => import('../api/accounts.ts'))
    .then(({ freshAccount }) => freshAccount())
    .then(
      // Another account gets a fresh page; the same account keeps what it typed.
      ({ id }) => (id === previous ? router.revalidate() : location.reload()),
      (error: unknown) => console.warn('Could not load the account after a log-in in another tab', error),
    )
})
