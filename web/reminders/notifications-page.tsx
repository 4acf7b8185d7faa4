import { useState, type ReactNode } from 'react'
import type { NotificationPage, NotificationView } from '#domain/api/reminders/notifications.ts'
import { donePicture } from '../ui/empty-pictures.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useQuery } from '../ui/use-query.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { listNotifications, markAllRead, markRead } from './reminders-api.ts'
import './notifications.css'
import { t } from '#domain/messages/t.ts'

type Loaded = NotificationPage & { after: string | null }

/** The reminders of the account, the newest first, each with links to the work. */
export function NotificationsPage(): ReactNode {
  const [after, setAfter] = useState<string | null>(null)
  const { data, error, isLoading, reload, setData } = useQuery<Loaded>(
    [after],
    async (signal, loaded) => {
      const page = await listNotifications(after, signal)
      return {
        ...page,
        after,
        items: after === null ? page.items : [...(loaded?.items ?? []), ...page.items],
      }
    },
    { keepsDataOnError: true },
  )
  const markItems = (isMarked: (item: NotificationView) => boolean): void =>
    setData((now) => {
      const readAt = new Date().toISOString()
      return (
        now && {
          ...now,
          items: now.items.map((item) =>
            item.readAt === null && isMarked(item) ? { ...item, readAt } : item,
          ),
        }
      )
    })
  const one = useSubmit({
    send: ({ id }: NotificationView) => markRead(id),
    onSuccess: (_, { id }) => markItems((item) => item.id === id),
  })
  const all = useSubmit({ send: () => markAllRead(), onSuccess: () => markItems(() => true) })
  const items = data?.items ?? []
  return (
    <Page heading={t('Notifications')}>
      <p className="links notifications-tools">
        {items.some(({ readAt }) => readAt === null) && (
          <Button busy={all.isBusy} onClick={() => void all.submit(undefined)}>
            {t('Mark all as read')}
          </Button>
        )}
        <Link to="/account">{t('Choose reminders and quiet hours')}</Link>
      </p>
      {!data && !error && <Skeleton lines={6} />}
      {error && <LoadError error={error} onRetry={() => void reload()} />}
      {data && items.length === 0 && (
        <EmptyState picture={donePicture}>
          <p>{t('No notifications yet. The morning digest and plans without a result appear here.')}</p>
        </EmptyState>
      )}
      <ol className="notifications">
        {items.map((item) => (
          <Notification key={item.id} item={item} isBusy={one.isBusy} onRead={() => void one.submit(item)} />
        ))}
      </ol>
      {data?.next && (
        <p>
          <Button busy={isLoading} onClick={() => setAfter(data.next)}>
            {t('Show older')}
          </Button>
        </p>
      )}
    </Page>
  )
}

interface NotificationProps {
  item: NotificationView
  isBusy: boolean
  onRead: () => void
}

function Notification({ item, isBusy, onRead }: NotificationProps): ReactNode {
  const { id, title, lines, at, readAt } = item
  const isUnread = readAt === null
  return (
    <li className={isUnread ? 'card notification is-unread' : 'card notification'}>
      <h2 id={id}>
        {title} {isUnread && <span className="for-readers">({t('unread')})</span>}
      </h2>
      <p className="notification-at">
        <Moment at={at} />
      </p>
      <ul>
        {lines.map(({ text, to }) => (
          <li key={text}>
            {to === null ? (
              text
            ) : (
              <Link to={to} onClick={isUnread ? onRead : undefined}>
                {text}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {isUnread && (
        <p>
          <Button tone="quiet" busy={isBusy} aria-describedby={id} onClick={onRead}>
            {t('Mark as read')}
          </Button>
        </p>
      )}
    </li>
  )
}
