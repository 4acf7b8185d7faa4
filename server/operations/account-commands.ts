import { system } from '#domain/access/actor.ts'
import { emailKey, findByEmail } from '../accounts/account-store.ts'
import { clearAllAttempts } from '../core/rate-limit.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import type { Store } from '../store/store.ts'

/** Ends the sessions of all accounts; returns how many there were. Phones keep what they hold, and their keys. */
export function endAllSessions(store: Store, now: () => Date): Promise<number> {
  const author = { actor: system('command'), now, requestId: null, address: 'here' }
  return store.transaction(async (tx) => {
    await tx.deleteFrom('push_subscription').execute()
    const { numDeletedRows } = await tx.deleteFrom('session').executeTakeFirst()
    recordEvent(tx, author, { action: 'session ended', details: { count: Number(numDeletedRows) } })
    return Number(numDeletedRows)
  })
}

/** Forgets the wrong passwords and codes of an account, so that it can log in at once; false if there is no such account. */
export async function unlockLogin(store: Store, email: string): Promise<boolean> {
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
  })
  return true
}
