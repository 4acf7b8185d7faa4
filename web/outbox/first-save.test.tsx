import { beforeEach, expect, it, vi } from 'vitest'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { newIdempotencyKey } from '../api/drafts/idempotency-key.ts'
import { startSession } from '../api/session-account.ts'
import { recordEvent } from './record-event.ts'
import { sendEvent } from './send-event.ts'
import { eventIdOf } from './store/event-id.ts'
import { withDatabase } from './store/database.ts'
import { sendNow } from './sync.ts'

// Chromium with its IndexedDB; only the server is a stand-in.

beforeEach(async () => {
  // The other tests of this browser leave events.
  await withDatabase(async (database) => {
    for (const store of database.objectStoreNames) await database.clear(store)
  })
  startSession('token-of-a1-12345678', { id: 'a1' } as OwnAccountView)
})

const visit = () => ({ at: new Date().toISOString(), customer: { id: 'c1' }, seen: null, values: {} })

it('sends the first event of a page once when the server cannot be reached, and keeps it', async () => {
  const requests: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    requests.push(String(input))
    throw new TypeError('lost')
  })
  const recorded = await sendEvent({ ...visit(), key: newIdempotencyKey(), kind: 'visit' })
  expect(recorded).toMatchObject({ isSent: false })
  expect(requests).toEqual(['/api/v1/field/events'])
})

it('does not send again at once what a contact that fails was already sending', async () => {
  const requests: string[] = []
  const { promise: lost, reject } = Promise.withResolvers<never>()
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    requests.push(String(input))
    return lost
  })
  await recordEvent('visit', {
    ...visit(),
    id: eventIdOf(newIdempotencyKey()),
    awaitedUntil: Date.now() + 10_000,
  })
  const first = sendNow()
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  // As a form does that stored the event while the strip of unsent visits began to sync.
  const second = sendNow()
  reject(new TypeError('lost'))
  await Promise.all([first, second])
  expect(requests).toEqual(['/api/v1/field/events'])
})
