import type { NotificationPage } from '#domain/api/reminders/notifications.ts'
import { request } from '../api/client.ts'
import { readOr } from '../api/read.ts'

const path = '/api/v1/notifications'

export const listNotifications = (after: string | null, signal: AbortSignal): Promise<NotificationPage> =>
  readOr<NotificationPage>(
    after === null ? path : `${path}?${new URLSearchParams({ after }).toString()}`,
    { items: [], next: null, unread: 0 },
    { signal },
  )

const noneUnread = { unread: 0 }

export async function countUnread(): Promise<number> {
  return (await readOr(`${path}/unread`, noneUnread)).unread
}

const listeners = new Set<(unread: number) => void>()

/** The bell shows the count that the last answer had. */
export function onUnread(listener: (unread: number) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function mark(at: string): Promise<void> {
  const { unread } = await request<{ unread: number }>('POST', at)
  for (const listener of listeners) listener(unread)
}

export const markRead = (id: string): Promise<void> => mark(`${path}/${encodeURIComponent(id)}/read`)
export const markAllRead = (): Promise<void> => mark(`${path}/read`)
