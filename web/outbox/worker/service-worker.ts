import {
  addRoute,
  cleanupOutdatedCaches,
  getCacheKeyForURL,
  matchPrecache,
  precache,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { membersOf } from '#domain/input.ts'
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
declare const languageFiles: Readonly<Record<string, string>>

/** The types of the library for pages and of that for workers exclude each other. */
interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface SyncEvent extends WorkerEvent {
  readonly tag: string
}
interface PushEvent extends WorkerEvent {
  readonly data: { json: () => unknown } | null
}
interface ShownNotification {
  readonly data: unknown
  close: () => void
}
interface NotificationEvent extends WorkerEvent {
  readonly notification: ShownNotification
}
interface OpenPage {
  readonly url: string
  focus: () => Promise<unknown>
  navigate: (url: string) => Promise<unknown>
}
interface WorkerScope {
  addEventListener: ((type: 'install' | 'activate', listener: (event: WorkerEvent) => void) => void) &
    ((type: 'sync', listener: (event: SyncEvent) => void) => void) &
    ((type: 'push', listener: (event: PushEvent) => void) => void) &
    ((type: 'notificationclick', listener: (event: NotificationEvent) => void) => void) &
    ((type: 'message', listener: (event: MessageEvent<unknown> & WorkerEvent) => void) => void)
  skipWaiting: () => Promise<void>
  readonly clients: {
    matchAll: (options: object) => Promise<readonly OpenPage[]>
    openWindow: (url: string) => Promise<unknown>
  }
  readonly registration: { showNotification: (title: string, options: object) => Promise<void> }
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
    const cached = page && (await cachedPage(page.url))
    if (cached && page.isFirst) return cached
    try {
      return await fetch(request)
    } catch {
      return cached ?? (await cachedPage(offlinePage)) ?? Response.error()
    }
  }),
)

registerRoute(
  ({ url }) => /\/(?:translations_|(?:load-)?fonts-)|\.woff2$/.test(url.pathname),
  async ({ request }) => (await caches.match(request)) ?? fetchAndKeep(request),
)

// After the pages, some of which are not answered from the cache first.
addRoute({ cleanURLs: false, directoryIndex: '' })

/** A language that was used once stays usable without a network, also after a new version. */
self.addEventListener('install', (event) => event.waitUntil(keepUsedLanguages()))

self.addEventListener('message', (event) => {
  const language = membersOf(event.data)['language']
  if (typeof language === 'string')
    event.waitUntil(Promise.allSettled([keepLanguage(language), keepPagesIn(language)]))
  if (event.data !== 'take over') return
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(async (open) => {
      const isAlone = open.length <= 1
      event.ports[0]?.postMessage(isAlone)
      if (isAlone) await self.skipWaiting()
    }),
  )
})

const languageCache = 'languages'

async function fetchAndKeep(request: Request): Promise<Response> {
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(languageCache)).put(request, answer.clone())
  return answer
}

async function keepLanguage(language: string): Promise<void> {
  const file = languageFiles[language]
  if (file === undefined || (await caches.match(file))) return
  await (await caches.open(languageCache)).add(file)
}

async function keepUsedLanguages(): Promise<void> {
  const cache = await caches.open(languageCache)
  for (const { url } of await cache.keys()) {
    const language = /translations_(\w+)-field-/.exec(url)?.[1]
    // Without its translations the new version is shown in English, which is better than the old version.
    if (language !== undefined) await keepLanguage(language).catch(() => undefined)
  }
}

/** The pages in another language than that of the installation, by the cache key of this version. */
const pagesCache = 'pages'
self.addEventListener('activate', (event) => event.waitUntil(caches.delete(pagesCache)))

async function cachedPage(url: string): Promise<Response | undefined> {
  const key = getCacheKeyForURL(url)
  const page =
    key === undefined ? undefined : await (await caches.open(pagesCache)).match(key, { ignoreVary: true })
  return page ?? matchPrecache(url)
}

const languageOfPage = (html: string | undefined): string | undefined =>
  /<html lang="(\w+)"/.exec(html ?? '')?.[1]

/** Whether the page needs only scripts that this version keeps: the server may have a newer one. */
const isOfThisVersion = (html: string): boolean =>
  [...html.matchAll(/\/assets\/[\w-]+\.js/g)].every(
    ([file]) => file.includes('/translations_') || precachedFiles.some(({ url }) => url === file),
  )

/** The server sends pages in the language of its cookie. Those of the installation would show another one first. */
async function keepPagesIn(language: string): Promise<void> {
  if (languageOfPage(await (await cachedPage(offlinePage))?.text()) === language) return
  const cache = await caches.open(pagesCache)
  // The page without a network is the last one: by it the next message finds that all are there.
  for (const url of [...precachedPages.map((page) => page.url), offlinePage]) {
    const page = await fetch(url, { cache: 'reload' })
    const html = await page.clone().text()
    if (!page.ok || languageOfPage(html) !== language || !isOfThisVersion(html)) return
    await cache.put(getCacheKeyForURL(url)!, page)
  }
}

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

/** The server has worded it in the language of the account. */
self.addEventListener('push', (event) => {
  const { id, title, body, to } = membersOf(event.data?.json())
  if (typeof title !== 'string') return
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      // The same message shown twice replaces the first.
      tag: id,
      icon: '/icon-192.png',
      data: to,
    }),
  )
})

/** Opens a path of this site only. */
self.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  const to = typeof notification.data === 'string' ? notification.data : '/notifications'
  const url = new URL(/^\/(?!\/)/.test(to) ? to : '/notifications', location.origin).href
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(async ([page]) => {
      if (!page) return self.clients.openWindow(url)
      await page.focus()
      return page.navigate(url)
    }),
  )
})
