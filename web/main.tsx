import { StrictMode, useEffect, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { setDisplayTimeZone } from '#domain/dates/firm-zone.ts'
import { saveServices, loadServices } from './public-site/services-api.ts'
import { AuthProvider } from './api/use-auth.tsx'
import { router } from './app/router.ts'
import { currentReader } from './messages/language.ts'
import { loadCode } from './ui/load-code.ts'

const timeZone = document.querySelector<HTMLMetaElement>('meta[name=time-zone]')?.content ?? ''
// In a page that the server has not filled in, the placeholder is still there.
if (timeZone !== '' && !timeZone.startsWith('{{')) setDisplayTimeZone(timeZone)

const root = document.querySelector<HTMLElement>('#root')!
const { drawn, query = '' } = root.dataset
// From now on first-files.js leaves it alone.
delete root.dataset['drawn']
const prerenderedPath = location.pathname
/** The server sends the page in the language that it knows of: the chosen one, or that of the browser. */
const drawnIn = document.documentElement.lang
const services = document.querySelector('#services')?.textContent
if (services) saveServices(JSON.parse(services))
// Few who open a page behind the log-in go on to the services.
if (drawn !== 'frame') void loadServices()

const translate =
  currentReader().wanted === 'en'
    ? undefined
    : loadCode(() => import('./language/start-language.ts')).then(
        ({ startLanguage }) => startLanguage(router),
        () => undefined,
      )

/** Milliseconds until a frame works although its page is not loaded. */
const maxFrame = 700

function App(): ReactNode {
  // A page that is prerendered in English is hydrated before its messages are exchanged.
  useEffect(() => void translate?.then((show) => show?.()), [])
  return (
    <AuthProvider>
      {/* With transitions the page lags behind the URL on a slow phone, and a second tap would follow an old link. */}
      <RouterProvider router={router} useTransitions={false} />
    </AuthProvider>
  )
}

const app = (
  <StrictMode>
    <App />
  </StrictMode>
)

/**
 * The user may have gone Back or Forward before the code of the first page was loaded. Pages are prerendered without a state of the
 * history, and without a query or with that of one parameter.
 */
const matchesPrerendered = (): boolean =>
  [...new URLSearchParams(location.search).keys()].join(' ') === query &&
  location.pathname === prerenderedPath &&
  router.state.location.state === null &&
  !router.state.errors

function hydrated(): boolean {
  const matches = drawn === 'page' && drawnIn === currentReader().code && matchesPrerendered()
  if (matches) hydrateRoot(root, app)
  return matches
}

async function start(): Promise<void> {
  if (hydrated()) return
  ;(await translate)?.()
  if (hydrated()) return
  document.documentElement.lang = currentReader().code
  // Each page renders its own title, and the browser uses the first of two.
  document.querySelector('title')?.remove()
  createRoot(root).render(app)
}

// A pre-rendered page is hydrated once its code is loaded, so that "Loading…" never replaces it. A frame shows the same until then, and
// rendering it would delay the page.
if (drawn && !router.state.initialized) {
  const begin = (): void => {
    clearTimeout(timer)
    stop()
    void start()
  }
  const timer = drawn === 'frame' ? setTimeout(begin, maxFrame) : undefined
  const stop = router.subscribe(({ initialized }) => initialized && begin())
} else void start()
