import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { showMomentsIn } from '#domain/firm-zone.ts'
import { keepServices, loadServices, type Service } from './api/services.ts'
import { AuthProvider } from './api/use-auth.tsx'
import { router } from './app/router.ts'

const timeZone = document.querySelector<HTMLMetaElement>('meta[name=time-zone]')?.content ?? ''
// A page that no server filled in has none.
if (timeZone !== '' && !timeZone.startsWith('{{')) showMomentsIn(timeZone)

const root = document.querySelector<HTMLElement>('#root')!
const services = document.querySelector('#services')?.textContent
if (services) keepServices(JSON.parse(services) as Service[])
void loadServices()

const app = (
  <StrictMode>
    <AuthProvider>
      {/* As a transition the page lags behind the address on a slow phone: a second tap would follow an old link. */}
      <RouterProvider router={router} useTransitions={false} />
    </AuthProvider>
  </StrictMode>
)

function start(): void {
  // The page was drawn for its bare address (see prerender.tsx); what a query adds would not match.
  if (root.dataset['drawn'] === 'page' && location.search === '' && !router.state.errors) {
    hydrateRoot(root, app)
    return
  }
  // Each page brings a title of its own, and of two the browser takes the first.
  document.querySelector('title')?.remove()
  createRoot(root).render(app)
}

// A page that is there already is taken over when its code is, so that it never gives way to "Loading…".
if (root.dataset['drawn'] === 'page' && !router.state.initialized) {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    start()
  })
} else start()
