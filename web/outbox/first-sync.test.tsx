import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { clearSession } from '../api/session.ts'
import { startSession } from '../api/session-account.ts'
import { withDatabase } from './store/database.ts'
import { wantPack } from './sync.ts'

// Chromium with its IndexedDB; only the server is a stand-in, so that an answer can be late.

// The other tests of this browser leave events.
beforeEach(() =>
  withDatabase(async (database) => {
    for (const store of database.objectStoreNames) await database.clear(store)
  }),
)
afterEach(() => clearSession())

it('downloads the customers once, without waiting for the key of the device', async () => {
  const requests: string[] = []
  let answerRegistration = (): void => {}
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    requests.push(String(input))
    if (String(input) === '/api/v1/field/devices')
      return new Promise((resolve) => {
        answerRegistration = () => resolve(Response.json({ key: 'agp_1' }, { status: 201 }))
      })
    return Response.json({
      cursor: '1',
      isFull: true,
      customers: [],
      ids: null,
      masters: null,
      proposals: [],
      account: { id: 'a1' },
      now: new Date().toISOString(),
      timeZone: 'Asia/Kolkata',
    })
  })
  startSession('token-of-a1-12345678', { id: 'a1' } as OwnAccountView)
  const stored = (): Promise<unknown> => withDatabase((database) => database.get('meta', 'pack'))
  await wantPack()
  expect(requests).toContain('/api/v1/field/sync')
  await expect.poll(stored).toMatchObject({ cursor: '1', account: { id: 'a1' } })
  answerRegistration()
  const device = (): Promise<unknown> => withDatabase((database) => database.get('devices', 'a1'))
  await expect.poll(device).toMatchObject({ key: 'agp_1' })
  // A second contact would begin as soon as the first one ends.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(requests.toSorted()).toEqual(['/api/v1/field/devices', '/api/v1/field/sync'])
})
