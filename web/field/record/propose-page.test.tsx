import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { packCustomer } from '#testing/field-customer.ts'
import { fillPack } from '#testing/fill-pack.ts'
import { countUnsent } from '../../api/drafts/drafts.ts'
import { clearSession } from '../../api/session.ts'
import { startSession } from '../../api/session-account.ts'
import { outboxEntries } from '../../outbox/outbox.ts'
import { AuthProvider } from '../../api/use-auth.tsx'
import { ProposePage } from './propose-page.tsx'

const App = ({ name }: { name: string }): ReactNode => (
  <AuthProvider>
    <MemoryRouter initialEntries={[`/record/new?name=${name}`]}>
      <Routes>
        <Route path="/record/new" element={<ProposePage />} />
      </Routes>
    </MemoryRouter>
  </AuthProvider>
)

beforeEach(async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  localStorage.clear()
  startSession('token-of-a1-12345678', {
    id: 'a1',
    access: { rights: {}, scope: [] },
  } as unknown as OwnAccountView)
  await fillPack([packCustomer('c1')])
})
afterEach(() => clearSession())

it('keeps what was typed, but not the name that the page was opened with', async () => {
  const name = page.getByRole('textbox', { name: 'Customer Name' })
  const phone = page.getByRole('textbox', { name: /^Customer Phone/ })
  const first = await render(<App name="Shah" />)
  await expect.element(name).toHaveValue('Shah')
  expect(countUnsent()).toEqual({ visits: 0, forms: 0 })
  await first.unmount()

  const second = await render(<App name="Mehta" />)
  await expect.element(name).toHaveValue('Mehta')
  await expect.element(page.getByText('Your earlier entries were restored.')).not.toBeInTheDocument()
  await userEvent.fill(phone, '98250 11223')
  await vi.waitFor(() => expect(countUnsent()).toEqual({ visits: 0, forms: 1 }))
  await second.unmount()

  await render(<App name="Patel" />)
  await expect.element(name).toHaveValue('Mehta')
  await expect.element(phone).toHaveValue('98250 11223')
  await userEvent.click(page.getByRole('button', { name: 'Start again' }))
  await expect.element(name).toHaveValue('Patel')
  await expect.element(phone).toHaveValue('')
  expect(countUnsent()).toEqual({ visits: 0, forms: 0 })
})

it('says what is wrong with a GSTIN when the field is left, and saves it nevertheless', async () => {
  await render(<App name="Shah" />)
  const gstin = page.getByRole('textbox', { name: /^GSTIN/ })
  await userEvent.fill(gstin, '24aaac')
  await expect.element(page.getByText(/^A GSTIN has 15 characters/)).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(page.getByText('A GSTIN has 15 characters; this has 6.')).toBeVisible()
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'City' }), 'GON')
  await userEvent.click(page.getByRole('button', { name: 'Save only' }))
  await vi.waitFor(async () => {
    await outboxEntries.refresh()
    expect(outboxEntries.get()[0]?.event.values).toMatchObject({ values: { GSTIN: '24aaac' } })
  })
})
