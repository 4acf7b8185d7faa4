import { insertAccount } from '#server/accounts/account-store.ts'
import { openSession } from '#server/accounts/sign-in/session-store.ts'
import { newId } from '#server/store/new-id.ts'
import type { TestApp } from './test-app.ts'

/** An active account with a session; its employee and its other roles are found by the e-mail address. */
export async function newPerson(
  test: TestApp,
  email: string,
  role: string,
): Promise<{ id: string; token: string }> {
  const { now } = test.clock
  const id = newId(now)
  const account = {
    username: email.split('@')[0]!,
    email,
    phone: null,
    language: null,
    passwordHash: 'none',
    version: 1,
  }
  const token = await test.store.transaction(async (tx) => {
    await insertAccount(tx, { id, ...account, status: 'active', role, createdAt: now.toISOString() })
    return openSession(tx, { accountId: id, role, address: 'test', device: 'test' }, now)
  })
  return { id, token }
}
