import type { NotificationFacts } from '#domain/reminders/notification-text.ts'
import type { Db, Tx } from '../store/dialect.ts'
import { newId } from '../store/new-id.ts'
import type { Tables } from '../store/tables/tables.ts'

export type NotificationRow = Tables['notification']

export interface NewNotification {
  account: string
  /** What it is about: an account gets one notification about it. */
  about: string
  facts: NotificationFacts
  /** Whether it is sent by e-mail and as a push message besides. */
  isMailed: boolean
  isPushed: boolean
}

/** False if the account has one about the subject, also when another instance is inserting it. */
export async function insertNotification(
  tx: Tx,
  { account, about, facts, isMailed, isPushed }: NewNotification,
  now: Date,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('notification')
    .values({
      id: newId(now),
      account_id: account,
      subject: about,
      facts: JSON.stringify(facts),
      created_at: now.toISOString(),
      read_at: null,
      mail_state: isMailed ? 'waiting' : 'none',
      mail_tries: 0,
      mail_after: now.toISOString(),
      push_state: isPushed ? 'waiting' : 'none',
    })
    .onConflict((taken) => taken.columns(['account_id', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The accounts that have a notification about the subject. */
export async function accountsWith(db: Db, subject: string): Promise<ReadonlySet<string>> {
  // The index begins with the account, and there are few of the last days.
  const rows = await db
    .selectFrom('account')
    .innerJoin('notification', (join) =>
      join.onRef('notification.account_id', '=', 'account.id').on('notification.subject', '=', subject),
    )
    .select('account.id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export const pageOfNotifications = (
  db: Db,
  account: string,
  after: string | undefined,
  limit: number,
): Promise<NotificationRow[]> =>
  db
    .selectFrom('notification')
    .selectAll()
    .where('account_id', '=', account)
    .$if(after !== undefined, (rows) => rows.where('id', '<', after!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export async function countUnread(db: Db, account: string): Promise<number> {
  const { count } = await db
    .selectFrom('notification')
    .select((each) => each.fn.countAll<number | string>().as('count'))
    .where('account_id', '=', account)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether the account has it. Marking it again changes nothing. */
export async function markRead(tx: Tx, account: string, id: string, now: Date): Promise<boolean> {
  const found = await tx
    .selectFrom('notification')
    .select('read_at')
    .where('id', '=', id)
    .where('account_id', '=', account)
    .executeTakeFirst()
  if (found && found.read_at === null)
    await tx.updateTable('notification').set({ read_at: now.toISOString() }).where('id', '=', id).execute()
  return found !== undefined
}

export async function markAllRead(tx: Tx, account: string, now: Date): Promise<void> {
  await tx
    .updateTable('notification')
    .set({ read_at: now.toISOString() })
    .where('account_id', '=', account)
    .where('read_at', 'is', null)
    .execute()
}

const keptEscalationDays = 400
const dayLength = 24 * 60 * 60 * 1000

/** Called once an hour. A plan is not listed again to a manager as long as its row is kept. */
export async function deleteOldNotifications(tx: Tx, now: Date, keptDays: number): Promise<void> {
  const before = (days: number): string => new Date(now.getTime() - days * dayLength).toISOString()
  await tx.deleteFrom('notification').where('created_at', '<', before(keptDays)).execute()
  await tx.deleteFrom('escalation').where('created_at', '<', before(keptEscalationDays)).execute()
}
