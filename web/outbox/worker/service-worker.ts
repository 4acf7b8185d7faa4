import { addRoute, cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { wakeTabs } from '../store/changes.ts'
import { NotReached, sendAll } from '../contact/sender.ts'
import { withSendLock } from '../contact/send-lock.ts'

// Built into /sw.js by scripts/build/service-worker.ts. It keeps the files of the field screens, and nothing that an account
// may see: answers of the API are never stored here.

interface PrecachedPage {
  /** The route, whose parameters match any segment. */
  path: string
  url: string
  /** From the cache at once; otherwise only without a network. */
  isFirst: boolean
}

/** Filled in by the build. */
declare const precachedFiles: { url: string; revision: string | null }[]
declare const precachedPages: readonly PrecachedPage[]
declare const offlinePage: string

/** The types of the library for pages and of that for workers exclude each other. */
interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface SyncEvent extends WorkerEvent {
  readonly tag: string
}
interface WorkerScope {
  addEventListener: ((type: 'sync', listener: (event: SyncEvent) => void) => void) &
    ((type: 'message', listener: (event: MessageEvent<unknown> & WorkerEvent) => void) => void)
  skipWaiting: () => Promise<void>
  readonly clients: { matchAll: (options: object) => Promise<readonly unknown[]> }
}
declare const self: WorkerScope

cleanupOutdatedCaches()
precache(precachedFiles)

const pages = precachedPages.map(({ path, ...page }) => ({
  ...page,
  pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`),
}))

registerRoute(
  new NavigationRoute(async ({ request, url }) => {
    const page = pages.find(({ pattern }) => pattern.test(url.pathname))
    const cached = page && (await matchPrecache(page.url))
    if (cached && page.isFirst) return cached
    try {
      return await fetch(request)
    } catch {
      return cached ?? (await matchPrecache(offlinePage)) ?? Response.error()
    }
  }),
)

// After the pages, some of which are not answered from the cache first.
addRoute({ cleanURLs: false, directoryIndex: '' })

self.addEventListener('message', (event) => {
  if (event.data !== 'take over') return
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(async (open) => {
      const isAlone = open.length <= 1
      event.ports[0]?.postMessage(isAlone)
      if (isAlone) await self.skipWaiting()
    }),
  )
})

/** The network is back: sends with the keys of this device; the open tabs send what needs a session. */
async function sendInBackground(): Promise<void> {
  wakeTabs()
  const { isLeft } = await withSendLock(() => sendAll({ session: null, onSessionRefused: () => undefined }))
  // The browser then fires the event again, later.
  if (isLeft) throw new NotReached(0)
}

self.addEventListener('sync', (event) => {
  if (event.tag === 'outbox') event.waitUntil(sendInBackground())
})
