import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { clearSession } from '../api/session.ts'
import { startSession } from '../api/session-account.ts'
import { startOfflineSession } from './offline-session.ts'
import { recordEvent } from './record-event.ts'
import { announce } from './store/changes.ts'
import { withDatabase } from './store/database.ts'
import { SyncStrip } from './sync-strip.tsx'

const logIn = (id: string): void => startSession(`token-of-${id}-12345678`, { id } as OwnAccountView)
const recordComment = () => recordEvent('comment', { customer: null, seen: null, values: { body: 'x' } })

beforeEach(async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  localStorage.clear()
  await withDatabase(async (database) => {
    for (const store of database.objectStoreNames) await database.clear(store)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  clearSession()
})

const renderStrip = () =>
  render(
    <MemoryRouter>
      <SyncStrip />
    </MemoryRouter>,
  )

it('asks for a log-in for the events of the account, and not for those of another one', async () => {
  logIn('a1')
  await recordComment()
  startOfflineSession('a2')
  await renderStrip()
  await expect
    .element(page.getByText('Log in to see your customers').or(page.getByText(/^No network/)))
    .toBeVisible()
  expect(page.getByText('Log in to send what you recorded').query()).toBeNull()
  startOfflineSession('a1')
  announce('outbox')
  await expect.element(page.getByText('Log in to send what you recorded')).toBeVisible()
})

it('says why nothing can be read instead of that nothing waits, until it can be read', async () => {
  logIn('a1')
  const reads = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('blocked', 'TimeoutError')
  })
  await renderStrip()
  await expect.element(page.getByText(/Close the other tabs, then reload this page$/)).toBeVisible()
  expect(page.getByText('Nothing to send').query()).toBeNull()
  reads.mockRestore()
  announce('outbox')
  await expect.element(page.getByText(/Close the other tabs/)).not.toBeInTheDocument()
})
