import { system } from '#domain/access/actor.ts'
import { emailKey, findByEmail } from '../accounts/account-store.ts'
import { clearAllAttempts } from '../core/rate-limit.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import type { Author } from '../store/history/history-store.ts'
import type { Store } from '../store/store.ts'

/** Who is recorded for what a command changes. */
export const commandAuthor = (now: () => Date): Author => ({
  actor: system('command'),
  now,
  requestId: null,
  address: 'here',
})

/** Ends the sessions of all accounts; returns how many there were. Phones keep what they hold, and their keys. */
export function endAllSessions(store: Store, now: () => Date): Promise<number> {
  return store.transaction(async (tx) => {
    await tx.deleteFrom('push_subscription').execute()
    const { numDeletedRows } = await tx.deleteFrom('session').executeTakeFirst()
    recordEvent(tx, commandAuthor(now), {
      action: 'session ended',
      details: { count: Number(numDeletedRows) },
    })
    return Number(numDeletedRows)
  })
}

/** Forgets the wrong passwords and codes of an account, so that it can log in at once; false if there is no such account. */
export async function unlockLogin(store: Store, email: string, now: () => Date): Promise<boolean> {
  const account = await findByEmail(store.read, email)
  if (!account) return false
  await store.transaction(async (tx) => {
    const keys = [
      ['login', emailKey(account.email)],
      ['reset mail', emailKey(account.email)],
      ['code', account.id],
      ['password', account.id],
    ]
    for (const key of keys) await clearAllAttempts(tx, key)
    recordEvent(tx, commandAuthor(now), { action: 'login unlocked', entity: 'account', record: account.id })
  })
  return true
}
