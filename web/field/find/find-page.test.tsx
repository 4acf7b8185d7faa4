import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import type { PackProposal } from '#domain/field/pack.ts'
import { packCustomer } from '#testing/field-customer.ts'
import { fillPack } from '#testing/fill-pack.ts'
import { clearSession } from '../../api/session.ts'
import { startSession } from '../../api/session-account.ts'
import { AuthProvider } from '../../api/use-auth.tsx'
import { outboxEntries } from '../../outbox/outbox.ts'
import { recordEvent } from '../../outbox/record-event.ts'
import { newEventId } from '../../outbox/store/event-id.ts'
import { OutboxPage } from '../outbox/outbox-page.tsx'
import { RecordPage } from '../record/record-page.tsx'
import { FindPage } from './find-page.tsx'

const App = ({ at }: { at: string }): ReactNode => (
  <AuthProvider>
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        <Route path="/find" element={<FindPage />} />
        <Route path="/outbox" element={<OutboxPage />} />
        <Route path="/record/:id" element={<RecordPage />} />
      </Routes>
    </MemoryRouter>
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
afterEach(() => clearSession())

/** A customer that this phone proposed, with what the office decided about it. */
async function propose(state?: PackProposal['state']): Promise<string> {
  const id = newEventId()
  const proposal = state && { event: id, state, note: null, customer: null, decidedAt: null }
  await fillPack([packCustomer('c1')], proposal ? [proposal] : [])
  const values = { Customer_Name: 'Umiya Traders', City_Code: 'GON' }
  await recordEvent('proposal', {
    customer: null,
    seen: null,
    values: { type: 'new customer', values, before: {}, remarks: '' },
    id,
  })
  await outboxEntries.refresh()
  return id
}

it('finds a proposed customer, and links to it from the outbox', async () => {
  const id = await propose('open')
  const link = page.getByRole('link', { name: 'Umiya Traders', exact: true })
  const first = await render(<App at="/find?q=umiya" />)
  await expect.element(link).toHaveAttribute('href', `/field/customers/${id}`)
  await userEvent.click(page.getByRole('link', { name: 'Record a visit to Umiya Traders' }))
  await expect.element(page.getByText(/^The office has not approved this customer yet/)).toBeVisible()
  await first.unmount()
  await render(<App at="/outbox" />)
  const proposals = page.getByRole('region', { name: 'Your proposals' })
  const links = [link.first(), proposals.getByRole('link', { name: 'Umiya Traders' })]
  for (const each of links) await expect.element(each).toHaveAttribute('href', `/field/customers/${id}`)
})

it('lists the customers of the phone by name before anything is typed', async () => {
  const names = ['Zaveri Farm', 'Amrut Traders', 'Plot 10', 'Plot 9']
  await fillPack(names.map((name, at) => ({ ...packCustomer(`c${at}`), name })))
  await render(<App at="/find" />)
  await expect.element(page.getByRole('heading', { name: 'All customers (4)' })).toBeVisible()
  const links = page.getByRole('listitem').getByRole('link', { name: /^(Amrut|Plot|Zaveri)/ })
  const shown = links.elements().map((link) => link.textContent)
  expect(shown).toEqual(['Amrut Traders', 'Plot 9', 'Plot 10', 'Zaveri Farm'])
})

it('no longer offers a proposed customer that the office refused', async () => {
  const id = await propose('refused')
  const first = await render(<App at="/find?q=umiya" />)
  await expect.element(page.getByText('No customer on this phone matches.')).toBeVisible()
  await first.unmount()
  await render(<App at={`/record/${id}`} />)
  await expect.element(page.getByText('The office refused this customer.')).toBeVisible()
})
