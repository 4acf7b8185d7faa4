import { expect, it, vi } from 'vitest'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { newIdempotencyKey } from '../api/drafts/idempotency-key.ts'
import { startSession } from '../api/session-account.ts'
import { sendEvent } from './send-event.ts'
import { withDatabase } from './store/database.ts'

// Chromium with its IndexedDB; only the server is a stand-in.

it('sends the first event of a page once when the server cannot be reached, and keeps it', async () => {
  const requests: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    requests.push(String(input))
    throw new TypeError('lost')
  })
  // The other tests of this browser leave events.
  await withDatabase(async (database) => {
    for (const store of database.objectStoreNames) await database.clear(store)
  })
  startSession('token-of-a1-12345678', { id: 'a1' } as OwnAccountView)
  const recorded = await sendEvent({
    key: newIdempotencyKey(),
    kind: 'visit',
    at: new Date().toISOString(),
    customer: { id: 'c1' },
    seen: null,
    values: {},
  })
  expect(recorded).toMatchObject({ isSent: false })
  expect(requests).toEqual(['/api/v1/field/events'])
})
