import type { NotificationPage, NotificationView } from '#domain/api/reminders/notifications.ts'
import { isObject, isOneOf } from '#domain/input.ts'
import { parseJson } from '#domain/parse-json.ts'
import { notFound } from '#domain/problem.ts'
import { textOf, type NotificationFacts } from '#domain/reminders/notification-text.ts'
import { t } from '#domain/messages/t.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import { isId } from '../store/new-id.ts'
import {
  countUnread,
  markAllRead,
  markRead,
  pageOfNotifications,
  type NotificationRow,
} from './notification-store.ts'
import { accountOf } from './reminder-settings.ts'

const perPage = 30

export async function listNotifications(ctx: Context, after: string | undefined): Promise<NotificationPage> {
  requireRight(ctx, 'read', 'ownProfile')
  const { id } = accountOf(ctx)
  const rows = await pageOfNotifications(ctx.store.read, id, after, perPage + 1)
  const page = rows.slice(0, perPage)
  return {
    items: page.map(viewOf),
    next: rows.length > perPage ? page.at(-1)!.id : null,
    unread: await countUnread(ctx.store.read, id),
  }
}

/** Only the server writes facts. */
const isFacts = (input: unknown): input is NotificationFacts =>
  isObject(input) && isOneOf(['digest', 'escalation', 'webhook'], input['kind'])

export const factsOf = ({ facts }: Pick<NotificationRow, 'facts'>): NotificationFacts =>
  parseJson(facts, isFacts)

function viewOf(row: NotificationRow): NotificationView {
  const facts = factsOf(row)
  const { title, lines } = textOf(facts)
  return { id: row.id, kind: facts.kind, at: row.created_at, readAt: row.read_at, title, lines: [...lines] }
}

export async function unreadNotifications(ctx: Context): Promise<{ unread: number }> {
  requireRight(ctx, 'read', 'ownProfile')
  return { unread: await countUnread(ctx.store.read, accountOf(ctx).id) }
}

export async function readNotification(ctx: Context, id: string): Promise<{ unread: number }> {
  requireRight(ctx, 'update', 'ownProfile')
  const account = accountOf(ctx)
  return ctx.store.transaction(async (tx) => {
    const isFound = isId(id) && (await markRead(tx, account.id, id.toLowerCase(), ctx.now()))
    if (!isFound) throw notFound(t('There is no notification {id}', { id }))
    return { unread: await countUnread(tx, account.id) }
  })
}

export async function readAllNotifications(ctx: Context): Promise<{ unread: number }> {
  requireRight(ctx, 'update', 'ownProfile')
  await ctx.store.transaction((tx) => markAllRead(tx, accountOf(ctx).id, ctx.now()))
  return { unread: 0 }
}
