/** What changed on this device. */
export type Topic = 'outbox' | 'pack' | 'status'

/** What the tab that is sending does, for all tabs. */
export interface Activity {
  isSyncing: boolean
  /** The ids of the events that are being sent. */
  sending: readonly string[]
}

type Message = { topics: readonly Topic[] } | { activity: Activity } | { wake: true }

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('agridesk outbox')
const listeners = new Map<Topic, Set<() => void>>()
const wakeListeners = new Set<() => void>()

const idle: Activity = { isSyncing: false, sending: [] }
let activity = idle

export const currentActivity = (): Activity => activity

function receive(message: Message): void {
  if ('wake' in message) for (const listener of wakeListeners) listener()
  if ('activity' in message) activity = message.activity
  const topics = 'topics' in message ? message.topics : 'activity' in message ? ['status' as const] : []
  for (const topic of topics) for (const listener of listeners.get(topic) ?? []) listener()
}

const tell = (message: Message): void => {
  receive(message)
  channel?.postMessage(message)
}

channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data))

/** Tells all tabs that something was stored. */
export const announce = (...topics: Topic[]): void => tell({ topics })

export const announceActivity = (next: Activity): void => tell({ activity: next })

/** Asks the open tabs to send: called by the service worker, which has no session. */
export const wakeTabs = (): void => channel?.postMessage({ wake: true } satisfies Message)

export function onWake(listener: () => void): () => void {
  wakeListeners.add(listener)
  return () => wakeListeners.delete(listener)
}

export function onChange(topic: Topic, listener: () => void): () => void {
  const own = listeners.get(topic) ?? new Set()
  listeners.set(topic, own.add(listener))
  return () => own.delete(listener)
}
