import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { fillPack } from '#testing/fill-pack.ts'
import { clearSession } from '../../api/session.ts'
import { startSession } from '../../api/session-account.ts'
import { retryEntry } from '../../outbox/outbox.ts'
import { recordEvent } from '../../outbox/record-event.ts'
import { NoticeRegion } from '../../ui/notices.tsx'
import { EntryCard } from './entry-card.tsx'

vi.mock('../../outbox/outbox.ts', { spy: true })

beforeEach(async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  startSession('token-of-a1-12345678', { id: 'a1' } as OwnAccountView)
  await fillPack([])
})
afterEach(() => clearSession())

it('says why a refused event could not be sent again', async () => {
  const entry = await recordEvent('comment', { customer: { id: 'c1' }, seen: null, values: { body: 'x' } })
  vi.mocked(retryEntry).mockRejectedValue(new Error('This phone has no space left'))
  await render(
    <MemoryRouter>
      <NoticeRegion />
      <ul>
        <EntryCard entry={{ ...entry, state: 'refused' }} name="Shah" timeZone="Asia/Kolkata" />
      </ul>
    </MemoryRouter>,
  )
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(page.getByText('This phone has no space left')).toBeVisible()
})
