import { useSyncExternalStore } from 'react'
import { displayTimeZone } from '#domain/dates/firm-zone.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { request } from '../api/client.ts'
import { offlineAccountId } from './offline-session.ts'
import { endSession, onSessionChange, viewedAs } from '../api/session.ts'
import { deviceLabel } from '../ui/device-label.ts'
import { ApiProblem, sentenceOf, Unreachable } from '../api/api-problem.ts'
import { ownAccountId, ownSession, type OwnSession } from './account.ts'
import { announce, announceActivity, currentActivity, onWake } from './store/changes.ts'
import { isAwaited, withDatabase } from './store/database.ts'
import { deviceOf, saveKey } from './store/device.ts'
import { liveValue } from './store/live-value.ts'
import { hasPackOf, pull, removePackOfOthers } from './contact/pull.ts'
import { removeVerifiers } from './store/verifiers.ts'
import { withSendLock } from './contact/send-lock.ts'
import { NotReached, sendAll } from './contact/sender.ts'
import { readStatus, saveProblem, saveReached, saveUnreachable } from './store/status.ts'

export interface SyncState {
  isOnline: boolean
  /** Since when the server cannot be reached. */
  offlineSince: string | null
  lastSentAt: string | null
  /** The number of events that are not sent yet. */
  waiting: number
  /** The number of events that need the person. */
  refused: number
  isSyncing: boolean
  /** Milliseconds to add to the clock of this device to get the time of the server; negative: the device is fast. */
  clockOffset: number
  /** Events of the account wait, and only a log-in can send them. */
  needsLogin: boolean
  /** Logged in without a network: the customers are downloaded after a log-in with one. */
  isOfflineSession: boolean
  /** Why the server accepts nothing from this device, as a sentence. */
  problem: string | null
}

const unknownState: SyncState = {
  isOnline: true,
  offlineSince: null,
  lastSentAt: null,
  waiting: 0,
  refused: 0,
  isSyncing: false,
  clockOffset: 0,
  needsLogin: false,
  isOfflineSession: false,
  problem: null,
}

const state = liveValue(unknownState, ['outbox', 'status'], () =>
  withDatabase(async (database) => {
    const account = ownAccountId()
    const transaction = database.transaction(['meta', 'outbox', 'devices'])
    const known = await readStatus(transaction.objectStore('meta'))
    const all = await transaction.objectStore('outbox').getAll()
    const device = account === undefined ? undefined : await transaction.objectStore('devices').get(account)
    // What a form waits for is shown by the form.
    const own = all.filter((entry) => entry.account === account && !isAwaited(entry))
    const waiting = own.filter((entry) => entry.state === 'waiting').length
    const canSend = ownSession() !== null || typeof device?.key === 'string'
    return {
      isOnline: navigator.onLine && known.offlineSince === null,
      offlineSince: known.offlineSince,
      lastSentAt: known.lastSentAt,
      waiting,
      refused: own.filter((entry) => entry.state === 'refused').length,
      isSyncing: currentActivity().isSyncing,
      clockOffset: known.clockOffset,
      needsLogin: waiting > 0 && !canSend,
      isOfflineSession: offlineAccountId() !== undefined,
      problem: (account !== undefined && known.problems[account]) || null,
    }
  }),
)

function subscribe(listener: () => void): () => void {
  startSyncing()
  return state.subscribe(listener)
}

export const useSyncState = (): SyncState => useSyncExternalStore(subscribe, state.get, () => unknownState)

/** Milliseconds between downloads while the page is visible, and of the first and the longest wait after a failure. */
const interval = 5 * 60_000
const firstWait = 2000
const longestWait = 5 * 60_000

let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
let running: Promise<void> | undefined
/** What was asked for while a contact was running. */
let asked: 'nothing' | 'send' | 'pull' = 'nothing'
/** Whether the device was prepared by the start; the first contact waits for it. */
let prepared: Promise<boolean> = Promise.resolve(true)

/** Sends what waits and downloads what changed; resolves when both ended, also without success. */
export const syncNow = (): Promise<void> => contact('pull')

/** Sends what waits; resolves when that ended, also without success. */
export function sendNow(): Promise<void> {
  startSyncing()
  return contact('send')
}

/** Starts to send, without waiting for it. */
export function sendSoon(): void {
  startSyncing()
  void contact('send')
  keepUntilSent()
}

/** For what is not sent at once: it stays on this device, and is sent also without an open tab. */
export function keepUntilSent(): void {
  keepStorage()
  void askForBackgroundSync()
}

function contact(what: 'send' | 'pull'): Promise<void> {
  if (viewedAs() !== null) return Promise.resolve()
  if (asked !== 'pull') asked = what
  running ??= contactUntilDone().finally(() => {
    running = undefined
  })
  return running
}

function dropSend(): void {
  if (asked === 'send') asked = 'nothing'
}

async function contactUntilDone(): Promise<void> {
  clearTimeout(timer)
  if (!(await prepared)) return
  let delay = interval
  while (asked !== 'nothing') {
    const wantsPull = asked === 'pull'
    asked = 'nothing'
    const ended = await withSendLock(() => contactOnce(wantsPull)).catch((error: unknown) => {
      console.warn('Could not send or download', error)
      return { delay: backoff(0), isReached: false }
    })
    delay = ended.delay
    // What was recorded meanwhile waits like any retry: a moment ago there was no network.
    if (!ended.isReached) dropSend()
  }
  timer = setTimeout(() => void contact(document.visibilityState === 'visible' ? 'pull' : 'send'), delay)
}

/** With jitter, so that phones that lost the same network do not return together. */
function backoff(atLeast: number): number {
  const wait = Math.min(longestWait, firstWait * 2 ** failures++) * (0.5 + Math.random())
  return Math.max(wait, atLeast)
}

interface Contact {
  /** Milliseconds until the next one. */
  delay: number
  isReached: boolean
}

async function contactOnce(wantsPull: boolean): Promise<Contact> {
  announceActivity({ isSyncing: true, sending: [] })
  const session = ownSession()
  // Neither waits for the other: the key is needed only after the session ended.
  const registration = session ? registerDevice(session) : undefined
  registration?.catch(() => undefined)
  try {
    const { sent, isLeft, delay } = await sendAll({ session, onSessionRefused: endSession })
    await removeVerifiers()
    // The session may have ended while sending.
    const current = ownSession()
    const hasPack = current !== null && (await needsPack(current.account))
    if (hasPack && (wantsPull || sent > 0)) {
      announceActivity({ isSyncing: true, sending: [] })
      await pull(current, markRequested)
    } else if (!hasPack && sent === 0 && navigator.onLine) {
      // Nothing is downloaded and nothing waits, so that only the browser knows whether there is a network.
      await saveReached()
    }
    await registration
    if (isLeft) return { delay: backoff(delay), isReached: true }
    failures = 0
    return { delay: interval, isReached: true }
  } catch (error) {
    if (!(error instanceof NotReached)) throw error
    await saveUnreachable()
    return { delay: backoff(error.delay), isReached: false }
  } finally {
    markRequested()
    announceActivity({ isSyncing: false, sending: [] })
  }
}

/** Asks the browser not to delete what is stored when the disk gets full. */
const keepStorage = (): void => void navigator.storage?.persist?.().catch(() => false)

let isPackShown = false

let markRequested = (): void => {}
const requested = new Promise<void>((resolve) => (markRequested = resolve))

/** Called by screens that show customers of this device. Resolves when they are first requested, or cannot be. */
export function wantPack(): Promise<void> {
  if (isPackShown) return requested
  isPackShown = true
  keepStorage()
  // The start is a sync.
  if (isStarted) void syncNow()
  else startSyncing()
  return requested
}

/** Does before a log-in what the first download and the first screen would wait for after it. */
export async function prepareSync(): Promise<void> {
  dayIn(new Date(), displayTimeZone())
  await withDatabase(async () => undefined)
}

const needsPack = async (account: string): Promise<boolean> => isPackShown || hasPackOf(account)

/** Whether something of the account waits on this device that no form waits for, or it sees its customers here. */
async function isUsedBy(account: string): Promise<boolean> {
  if (await needsPack(account)) return true
  const all = await withDatabase((database) => database.getAll('outbox'))
  return all.some((entry) => entry.account === account && entry.state === 'waiting' && !isAwaited(entry))
}

/** Accounts that were refused a key are not asked for again before the next start. */
const refusedKeys = new Set<string>()

/** Gets the key that sends events after the session ended. */
async function registerDevice({ account }: OwnSession): Promise<void> {
  if (refusedKeys.has(account) || !(await isUsedBy(account))) return
  const device = await withDatabase((database) => deviceOf(database, account))
  if (device.key !== null) return
  try {
    const body = { id: device.id, label: deviceLabel(navigator.userAgent) }
    const { key } = await request<{ key: string }>('POST', '/api/v1/field/devices', { body })
    await withDatabase((database) => saveKey(database, account, key))
  } catch (error) {
    if (error instanceof Unreachable) throw new NotReached(0)
    if (!(error instanceof ApiProblem)) throw error
    if (error.status === 403) await saveProblem(account, sentenceOf(error))
    if (error.status < 500) refusedKeys.add(account)
  }
}

async function askForBackgroundSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.sync?.register('outbox').catch(() => undefined)
}

let isStarted = false

/**
 * Sends and downloads from now on: at once, when the network returns, when the page becomes visible, and by a timer. Not while
 * viewing as another account: what this device holds is of the account itself.
 */
export function startSyncing(): void {
  if (isStarted || viewedAs() !== null) return
  isStarted = true
  addEventListener('online', () => void syncNow())
  addEventListener('offline', () => void saveUnreachable().catch(() => undefined))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void syncNow()
  })
  onWake(() => void contact('send'))
  let account = ownAccountId()
  let offlineAccount = offlineAccountId()
  onSessionChange(() => {
    if (account === ownAccountId() && offlineAccount === offlineAccountId()) return
    account = ownAccountId()
    offlineAccount = offlineAccountId()
    announce('outbox', 'pack', 'status')
    // Without a session nothing is readable; another account gets its own customers.
    removePackOfOthers(account)
      .then(syncNow)
      .catch((error: unknown) => console.warn('Could not remove the customers from this device', error))
  })
  prepared = removePackOfOthers(account).then(
    () => true,
    (error: unknown) => {
      console.warn('Could not open the outbox', error)
      return false
    },
  )
  // What is asked for meanwhile is done by the same contact: a second one would not wait after a failure of the first.
  void syncNow()
}
