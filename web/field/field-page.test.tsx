import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { clearSession, viewKey } from '../api/session.ts'
import { startSession } from '../api/session-account.ts'
import { AuthProvider } from '../api/use-auth.tsx'
import { hasPackOf } from '../outbox/contact/pull.ts'
import { isOutboxRead, outboxEntries } from '../outbox/outbox.ts'
import { withDatabase } from '../outbox/store/database.ts'
import { syncNow } from '../outbox/sync.ts'
import { OutboxPage } from './outbox/outbox-page.tsx'
import { RecordPage } from './record/record-page.tsx'
import { TodayPage } from './today/today-page.tsx'

const inApp = (screen: ReactNode): ReactNode => (
  <AuthProvider>
    <MemoryRouter>{screen}</MemoryRouter>
  </AuthProvider>
)

beforeEach(async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  localStorage.clear()
  await withDatabase(async (database) => {
    for (const store of database.objectStoreNames) await database.clear(store)
  })
  startSession('token-of-a1-12345678', {
    id: 'a1',
    access: { rights: {}, scope: [] },
  } as unknown as OwnAccountView)
})
afterEach(() => {
  vi.restoreAllMocks()
  clearSession()
})

const storePack = (): Promise<unknown> =>
  withDatabase((database) =>
    database.put('meta', {
      name: 'pack',
      account: { id: 'a1', username: 'ravi', employee: null },
      cursor: '1',
      missing: [],
      dayOff: null,
      tiles: null,
      timeZone: 'Asia/Kolkata',
      syncedAt: new Date().toISOString(),
      revision: 1,
    }),
  )

it('shows what a phone holds to no other account, and keeps it while viewing as one', async () => {
  await storePack()
  sessionStorage.setItem(viewKey, 'a2 Meena')
  const today = await render(inApp(<TodayPage />))
  await expect.element(page.getByText(/^This screen shows only what a phone holds/)).toBeVisible()
  await today.unmount()
  await render(inApp(<RecordPage />))
  await expect.element(page.getByText(/^This screen shows only what a phone holds/)).toBeVisible()
  await syncNow()
  expect(fetch).not.toHaveBeenCalled()
  expect(await hasPackOf('a1')).toBe(true)
  await outboxEntries.refresh()
  expect(isOutboxRead(outboxEntries.get())).toBe(true)
})

it('says that nothing could be read, and not that nothing is there', async () => {
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('private', 'UnknownError')
  })
  const today = await render(inApp(<TodayPage />))
  await expect.element(page.getByText('What is stored on this phone could not be read.')).toBeVisible()
  await expect.element(page.getByText(/^This browser cannot read what is stored/)).toBeVisible()
  await today.unmount()
  await render(inApp(<OutboxPage />))
  await expect.element(page.getByText('What is stored on this phone could not be read.')).toBeVisible()
  expect(page.getByText(/^Nothing was recorded on this phone/).query()).toBeNull()
})

it('says in the outbox once that the clock is wrong, and why nothing is accepted', async () => {
  await withDatabase((database) =>
    database.put('meta', {
      name: 'status',
      offlineSince: null,
      lastSentAt: null,
      clockOffset: 600_000,
      problems: { a1: 'This phone was revoked' },
    }),
  )
  await render(inApp(<OutboxPage />))
  await expect.element(page.getByText('Nothing was recorded on this phone in the last 7 days.')).toBeVisible()
  await expect.element(page.getByText(/^The clock of this phone is 10 minutes slow/)).toBeVisible()
  await expect.element(page.getByText('This phone was revoked')).toBeVisible()
})
