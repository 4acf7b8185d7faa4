import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { setDisplayTimeZone } from '#domain/dates/firm-zone.ts'
import { saveServices, loadServices } from './public-site/services-api.ts'
import { AuthProvider } from './api/use-auth.tsx'
import { router } from './app/router.ts'

const timeZone = document.querySelector<HTMLMetaElement>('meta[name=time-zone]')?.content ?? ''
// In a page that the server has not filled in, the placeholder is still there.
if (timeZone !== '' && !timeZone.startsWith('{{')) setDisplayTimeZone(timeZone)

const root = document.querySelector<HTMLElement>('#root')!
const { drawn } = root.dataset
const prerenderedPath = location.pathname
const services = document.querySelector('#services')?.textContent
if (services) saveServices(JSON.parse(services))
void loadServices()

const app = (
  <StrictMode>
    <AuthProvider>
      {/* With transitions the page lags behind the URL on a slow phone, and a second tap would follow an old link. */}
      <RouterProvider router={router} useTransitions={false} />
    </AuthProvider>
  </StrictMode>
)

/** The user may have gone Back or Forward before the code of the first page was loaded. */
const matchesPrerendered = (): boolean =>
  location.search === '' && location.pathname === prerenderedPath && !router.state.errors

function start(): void {
  // The page was pre-rendered without a query (see prerender.tsx), so a URL with one would not match.
  if (drawn === 'page' && matchesPrerendered()) {
    hydrateRoot(root, app)
    return
  }
  // Each page renders its own title, and the browser uses the first of two.
  document.querySelector('title')?.remove()
  createRoot(root).render(app)
}

// A pre-rendered page is hydrated once its code is loaded, so that "Loading…" never replaces it.
if (drawn === 'page' && !router.state.initialized) {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    start()
  })
} else start()
