import { currentReader, onReaderChange } from '../../messages/language.ts'

/** Milliseconds between checks for a new version while the page stays open. */
const checkInterval = 60 * 60_000

/** Milliseconds after which the page is loaded again although the new version has not taken over. */
const maxTakeOver = 3000

let waiting: ServiceWorker | null = null
const listeners = new Set<() => void>()
let isRegistered = false

/** The new version that is installed and has not taken over. */
export const waitingVersion = (): ServiceWorker | null => waiting

export function onVersion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setWaiting(worker: ServiceWorker | null): void {
  waiting = worker
  for (const listener of listeners) listener()
}

/** The content policy requires Trusted Types; this policy passes the one address of the worker. */
function workerUrl(): string {
  const path = '/sw.js'
  if (typeof trustedTypes === 'undefined') return path
  return trustedTypes.createPolicy('agridesk-worker', { createScriptURL: () => path }).createScriptURL(path)
}

/** Makes the field screens open without a network. Only a build has the worker, and only TLS allows one. */
export function registerWorker(): void {
  if (isRegistered || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  isRegistered = true
  addManifest()
  if (document.readyState === 'complete') void register()
  else addEventListener('load', () => void register(), { once: true })
}

/** The page may have been opened as a public one, which has no manifest. */
function addManifest(): void {
  if (document.querySelector('link[rel=manifest]')) return
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/manifest.webmanifest'
  document.head.append(link)
}

async function register(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register(workerUrl(), { updateViaCache: 'none' })
    follow(registration)
    void navigator.serviceWorker.ready.then(({ active }) => {
      const keep = (): void => active?.postMessage({ language: currentReader().code })
      keep()
      onReaderChange(keep)
    })
    setInterval(() => void registration.update().catch(() => undefined), checkInterval)
  } catch (error) {
    console.warn('The field screens do not open without a network', error)
  }
}

function follow(registration: ServiceWorkerRegistration): void {
  const show = (): void => setWaiting(navigator.serviceWorker.controller ? registration.waiting : null)
  show()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', show)
  })
}

/** Lets the new version take over and reloads; false while other tabs are open, which would lose their old version. */
export function takeOver(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<boolean>) => {
      resolve(data)
      // The new version waits until the old one has answered every request, those of this page too.
      if (data) setTimeout(() => location.reload(), maxTakeOver)
    })
    port1.start()
    worker.postMessage('take over', [port2])
  })
}
