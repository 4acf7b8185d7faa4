import { useEffect, useState, type ReactNode } from 'react'
import { countUnread, onUnread } from './reminders-api.ts'
import { t } from '#domain/messages/t.ts'

/** Milliseconds between two requests while the page is shown. */
const interval = 5 * 60_000
const maxShown = 99

/** How many notifications are unread, on the bell. */
export function UnreadCount(): ReactNode {
  const [unread, setUnread] = useState(0)
  useEffect(() => onUnread(setUnread), [])
  useEffect(() => {
    // A failed request is ignored: the next one tries again.
    const check = (): void => {
      if (document.visibilityState === 'visible') countUnread().then(setUnread, () => undefined)
    }
    check()
    const timer = setInterval(check, interval)
    addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      removeEventListener('visibilitychange', check)
    }
  }, [])
  if (unread === 0) return null
  return (
    <>
      <span className="bell-count" aria-hidden="true">
        {unread > maxShown ? `${maxShown}+` : unread}
      </span>
      <span className="for-readers">{t('{count, number} unread', { count: unread })}</span>
    </>
  )
}
