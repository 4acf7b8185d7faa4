import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { clearSession, currentAccountId, currentSession, ownerKey } from '../api/session.ts'
import { startSession } from '../api/session-account.ts'
import { logInOffline, removeTraces, renewVerifier, saveVerifier } from './offline-log-in.ts'
import { offlineAccountId } from './offline-session.ts'
import { recordEvent } from './record-event.ts'
import { withDatabase } from './store/database.ts'

// Chromium with its IndexedDB and its cryptography.

vi.mock('./sync.ts', () => ({ sendSoon: () => undefined }))

const meena = { id: 'a1', email: 'Meena@agridesk.in' }
const logIn = (id = 'a1'): void => startSession(`token-of-${id}-12345678`, { id } as OwnAccountView)
const recordComment = () => recordEvent('comment', { customer: null, seen: null, values: { body: 'x' } })
const countVerifiers = () => withDatabase((database) => database.count('verifiers'))
/** As the log-out does. */
const logOut = async (): Promise<void> => {
  clearSession()
  await removeTraces()
}

beforeEach(async () => {
  await withDatabase(async (database) => {
    for (const store of database.objectStoreNames) await database.clear(store)
  })
  logIn()
  await saveVerifier(meena, 'groundnut-in-june')
})
afterEach(async () => {
  vi.restoreAllMocks()
  clearSession()
  await removeTraces()
})

it('opens the account with unsent events by its password, and ends with the log-out', async () => {
  await recordComment()
  await logOut()
  expect(await logInOffline('meena@agridesk.in ', 'wrong')).toEqual({ kind: 'wrong' })
  expect(await logInOffline('other@agridesk.in', 'groundnut-in-june')).toEqual({ kind: 'unknown' })
  expect(currentAccountId()).toBeUndefined()
  expect(await logInOffline('meena@agridesk.in ', 'groundnut-in-june')).toEqual({ kind: 'started' })
  expect([currentAccountId(), offlineAccountId()]).toEqual(['a1', 'a1'])
  // A log-in with a network replaces it.
  logIn()
  expect([currentAccountId(), offlineAccountId()]).toEqual(['a1', undefined])
  await logOut()
  expect(currentAccountId()).toBeUndefined()
})

it('ends the session of another account, whose events stay its own', async () => {
  await recordComment()
  logIn('a2')
  await recordComment()
  expect(await logInOffline(meena.email, 'groundnut-in-june')).toEqual({ kind: 'started' })
  expect([currentSession().token, currentAccountId(), offlineAccountId()]).toEqual([null, 'a1', 'a1'])
  await recordComment()
  const stored = await withDatabase((database) => database.getAll('outbox'))
  expect(stored.map(({ account }) => account)).toEqual(['a1', 'a2', 'a1'])
})

it('keeps the session of the same account', async () => {
  expect(await logInOffline(meena.email, 'groundnut-in-june')).toEqual({ kind: 'started' })
  expect([currentSession().token, currentAccountId()]).toEqual(['token-of-a1-12345678', 'a1'])
})

it('stays when a tab with the previous session follows', () => {
  startSession('token-of-a2-12345678', null)
  // As another tab does it.
  localStorage.setItem(ownerKey, 'a1 ')
  dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }))
  expect(currentAccountId()).toBe('a1')
})

it('delays after five wrong passwords, also for the right one', async () => {
  await recordComment()
  await logOut()
  for (let attempt = 0; attempt < 5; attempt++)
    expect(await logInOffline(meena.email, 'wrong')).toEqual({ kind: 'wrong' })
  const blocked = await logInOffline(meena.email, 'groundnut-in-june')
  expect(blocked).toEqual({ kind: 'blocked', seconds: expect.any(Number) })
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000)
  expect(await logInOffline(meena.email, 'groundnut-in-june')).toEqual({ kind: 'started' })
})

it('keeps nothing after a log-out without unsent events, and only a hash before', async () => {
  const [stored] = await withDatabase((database) => database.getAll('verifiers'))
  expect(stored).toMatchObject({ iterations: 600_000, email: 'meena@agridesk.in' })
  expect([stored!.salt.length, stored!.hash.length]).toEqual([16, 32])
  expect(JSON.stringify(stored)).not.toContain('groundnut')
  await logOut()
  expect(await countVerifiers()).toBe(0)
})

it('follows a changed password', async () => {
  await recordComment()
  await renewVerifier('castor-in-july')
  await logOut()
  expect(await logInOffline(meena.email, 'groundnut-in-june')).toEqual({ kind: 'wrong' })
  expect(await logInOffline(meena.email, 'castor-in-july')).toEqual({ kind: 'started' })
})
