import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { clearSession, startSession } from '../api/session.ts'
import { AuthProvider } from '../api/use-auth.tsx'
import { OutboxPage } from './outbox/outbox-page.tsx'
import { TodayPage } from './today/today-page.tsx'

const inApp = (screen: ReactNode): ReactNode => (
  <AuthProvider>
    <MemoryRouter>{screen}</MemoryRouter>
  </AuthProvider>
)

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  localStorage.clear()
  startSession('token-of-a1-12345678', {
    id: 'a1',
    access: { rights: {}, scope: [] },
  } as unknown as OwnAccountView)
})
afterEach(() => {
  vi.restoreAllMocks()
  clearSession()
})

it('says that nothing could be read, and not that nothing is there', async () => {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('private', 'SecurityError')
  })
  const today = await render(inApp(<TodayPage />))
  await expect.element(page.getByText('What is stored on this phone could not be read.')).toBeVisible()
  await expect.element(page.getByText(/^This browser cannot read what is stored/)).toBeVisible()
  await today.unmount()
  await render(inApp(<OutboxPage />))
  await expect.element(page.getByText('What is stored on this phone could not be read.')).toBeVisible()
  expect(page.getByText(/^Nothing was recorded on this phone/).query()).toBeNull()
})
