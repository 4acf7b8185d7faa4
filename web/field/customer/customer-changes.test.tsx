import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { packCustomer } from '#testing/field-customer.ts'
import { fillPack } from '#testing/fill-pack.ts'
import { clearSession } from '../../api/session.ts'
import { startSession } from '../../api/session-account.ts'
import { AuthProvider } from '../../api/use-auth.tsx'
import { outboxEntries } from '../../outbox/outbox.ts'
import { NoticeRegion } from '../../ui/notices.tsx'
import { CustomerChanges } from './customer-changes.tsx'

const customer = packCustomer('c1', { phone: '98250 11111' })
const screen = (shown = customer) => (
  <AuthProvider>
    <NoticeRegion />
    <CustomerChanges customer={shown} clock={{ today: '2026-11-16', timeZone: 'Asia/Kolkata' }} />
  </AuthProvider>
)

beforeEach(async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  startSession('token-of-a1-12345678', {
    id: 'a1',
    access: { roles: [], rights: {}, scope: [] },
  } as unknown as OwnAccountView)
  await fillPack([customer])
})
afterEach(() => clearSession())

const proposed = async (): Promise<unknown[]> => {
  await outboxEntries.refresh()
  return outboxEntries
    .get()
    .map(({ event }) => event.values)
    .toReversed()
}

it('proposes a correction once, and not the value that a sync replaced', async () => {
  const { rerender } = await render(screen())
  await userEvent.click(page.getByText('Propose a correction'))
  const save = page.getByRole('button', { name: 'Save' })
  await userEvent.fill(page.getByLabelText('Pin Code'), ' 360370 ')
  await userEvent.click(save)
  await expect.element(page.getByText(/^Saved on this phone/)).toBeVisible()
  const first = {
    type: 'correction',
    values: { Pin_Code: '360370' },
    before: { Pin_Code: '360311' },
    remarks: '',
  }
  expect(await proposed()).toEqual([first])
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')

  await rerender(screen({ ...customer, phone: '98250 22222' }))
  await userEvent.fill(page.getByRole('textbox', { name: /^Remarks for the office/ }), 'Closed on Mondays')
  await userEvent.click(save)
  const second = { type: 'correction', values: {}, before: {}, remarks: 'Closed on Mondays' }
  await vi.waitFor(async () => expect(await proposed()).toEqual([first, second]))
})
