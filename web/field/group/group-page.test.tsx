import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { packCustomer, packPlan } from '#testing/field-customer.ts'
import { fillPack } from '#testing/fill-pack.ts'
import { attemptOfDraft, discardDraft } from '../../api/drafts/drafts.ts'
import { clearSession } from '../../api/session.ts'
import { startSession } from '../../api/session-account.ts'
import { AuthProvider } from '../../api/use-auth.tsx'
import { outboxEntries, type OutboxEntry } from '../../outbox/outbox.ts'
import '../../styles/main.css'
import { NoticeRegion } from '../../ui/notices.tsx'
import { GroupPage } from './group-page.tsx'

const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' })
const customers = [
  packCustomer('c1', {
    name: 'Khodal Agro',
    plan: packPlan(`${today}T10:30:00.000+05:30`, { Visit_ID: 'V7' }),
  }),
  packCustomer('c2', { name: 'Jay Beej' }),
  packCustomer('c3', { name: 'Umiya Kisan' }),
]

const App = (): ReactNode => (
  <AuthProvider>
    <MemoryRouter initialEntries={['/record/group']}>
      <NoticeRegion />
      <Routes>
        <Route path="/record/group" element={<GroupPage />} />
        <Route path="/today" element={<h1>Today</h1>} />
      </Routes>
    </MemoryRouter>
  </AuthProvider>
)

const entries = async (): Promise<readonly OutboxEntry[]> => {
  await outboxEntries.refresh()
  return outboxEntries.get()
}
const title = page.getByRole('textbox', { name: /^Group Title/ })
const save = (): Promise<void> => userEvent.click(page.getByRole('button', { name: 'Save' }))
const choose = async (name: string): Promise<void> => {
  await userEvent.fill(page.getByRole('combobox', { name: /^Customers/ }), name)
  await userEvent.click(page.getByRole('option', { name: new RegExp(name) }))
  await expect.element(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
}

beforeEach(async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  localStorage.clear()
  startSession('token-of-a1-12345678', {
    id: 'a1',
    access: { rights: {}, scope: [] },
  } as unknown as OwnAccountView)
  discardDraft('group visit')
  await page.viewport(360, 740)
  await fillPack(customers)
})
afterEach(() => clearSession())

it('stores a visit of each customer with the same group, and undoes all of them', async () => {
  await render(<App />)
  await userEvent.fill(title, 'Castor wilt')
  await choose('Khodal Agro')
  await choose('Jay Beej')
  await userEvent.fill(page.getByRole('textbox', { name: /^Attendees/ }), '45')
  await userEvent.fill(page.getByRole('combobox', { name: /^Joined By/ }), 'Asha')
  await userEvent.click(page.getByRole('option', { name: /Asha Patel/ }))
  await save()
  await expect.element(page.getByText(/^Castor wilt, 2 customers/)).toBeVisible()
  const stored = (await entries()).toReversed()
  const [first] = stored
  expect(stored.map(({ event }) => [event.customer, event.seen])).toEqual([
    [{ id: 'c1' }, { Visit_ID: 'V7', version: 1 }],
    [{ id: 'c2' }, null],
  ])
  for (const { event } of stored)
    expect(event).toMatchObject({
      kind: 'visit',
      values: {
        Status: 'visited',
        Visited_On: today,
        Group_ID: first!.reference,
        Group_Title: 'Castor wilt',
        Group_Kind: 'farmer meeting',
        Attendees: 45,
        Joined_By: ['E7'],
      },
    })
  await userEvent.click(page.getByRole('button', { name: 'Undo' }))
  await expect.element(page.getByText('Undone', { exact: true })).toBeVisible()
  const undone = (await entries()).filter(({ event }) => event.kind === 'undo')
  expect(undone.map(({ event }) => event.values).toReversed()).toEqual(
    stored.map(({ event }) => ({ event: event.id })),
  )
})

it('stores advice with every visit and one photo with the first, and restores both on undo', async () => {
  await render(<App />)
  await userEvent.fill(title, 'Cumin blight')
  await choose('Khodal Agro')
  await choose('Jay Beej')
  await userEvent.click(page.getByRole('button', { name: 'Cumin', exact: true }))
  await userEvent.click(page.getByRole('button', { name: 'NPK', exact: true }))
  const canvas = new OffscreenCanvas(8, 8)
  canvas.getContext('2d')!.fillRect(0, 0, 8, 8)
  const picture = new File([await canvas.convertToBlob()], 'meeting.png', { type: 'image/png' })
  await userEvent.upload(page.getByLabelText('Take a photo'), picture)
  const photo = page.getByRole('img', { name: 'Taken for this visit' })
  await expect.element(photo).toBeVisible()
  await save()
  await expect.element(page.getByText(/^Cumin blight, 2 customers/)).toBeVisible()
  const stored = (await entries()).toReversed()
  expect(stored.map(({ event }) => event.kind)).toEqual(['visit', 'photo', 'visit'])
  const [first, sent, second] = stored.map(({ event }) => event)
  expect(sent!.values).toEqual({ event: first!.id })
  const advice = { New_Recommended_Crops: ['Cumin'], New_Recommended_Materials: ['NPK'] }
  for (const event of [first, second])
    expect(event!.values).toMatchObject({ ...advice, Season_Recommendation: 'Winter' })
  await userEvent.click(page.getByRole('button', { name: 'Undo' }))
  await expect.element(page.getByText('Undone', { exact: true })).toBeVisible()
  await render(<App />)
  await expect.element(photo).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'NPK', exact: true }))
    .toHaveAttribute('aria-pressed', 'true')
})

it.each([
  ['no title', async () => choose('Jay Beej'), 'Group Title is required'],
  [
    'one customer',
    async () => {
      await userEvent.fill(title, 'x')
      await choose('Jay Beej')
    },
    'A group visit has at least two customers. Record the visit of one customer as usual',
  ],
  [
    'attendees in words',
    async () => {
      await userEvent.fill(title, 'x')
      await choose('Jay Beej')
      await choose('Umiya Kisan')
      await userEvent.fill(page.getByRole('textbox', { name: /^Attendees/ }), 'many')
    },
    /^Attendees should be a whole number from 1 to 1/,
  ],
])('asks for what is missing: %s', async (_, enter, message) => {
  await render(<App />)
  await enter()
  await save()
  await expect.element(page.getByText(message).first()).toBeVisible()
  expect(await entries()).toEqual([])
})

it('keeps what was entered, and says when a customer has left the phone', async () => {
  const first = await render(<App />)
  await userEvent.fill(title, 'Demo')
  await choose('Jay Beej')
  await choose('Umiya Kisan')
  await expect.poll(() => attemptOfDraft('group visit').read()?.key).toBeTruthy()
  await first.unmount()
  await fillPack(customers.slice(0, 2))
  await render(<App />)
  await expect.element(title).toHaveValue('Demo')
  await save()
  await expect.element(page.getByText(/^A customer is no longer on this phone/).first()).toBeVisible()
  expect(await entries()).toEqual([])
})
