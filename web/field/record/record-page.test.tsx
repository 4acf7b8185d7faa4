import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { OwnAccountView } from '#domain/api/accounts/account.ts'
import { packCustomer, packPlan } from '#testing/field-customer.ts'
import { fillPack } from '#testing/fill-pack.ts'
import { attemptOfDraft } from '../../api/drafts/drafts.ts'
import { clearSession } from '../../api/session.ts'
import { startSession } from '../../api/session-account.ts'
import { outboxEntries } from '../../outbox/outbox.ts'
import { recordEvent } from '../../outbox/record-event.ts'
import { announce } from '../../outbox/store/changes.ts'
import { withDatabase, type StoredEntry } from '../../outbox/store/database.ts'
import { eventIdOf } from '../../outbox/store/event-id.ts'
import '../../styles/main.css'
import { NoticeRegion } from '../../ui/notices.tsx'
import { AuthProvider } from '../../api/use-auth.tsx'
import { TodayPage } from '../today/today-page.tsx'
import { RecordPage } from './record-page.tsx'

const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' })

const stop = packCustomer('c1', {
  name: 'Khodal Agro Centre',
  plan: packPlan(`${today}T10:30:00.000+05:30`, { Visit_ID: 'V7' }),
  balance: { As_Of: '2026-11-14', Receivable: 400, Overdue: 100 },
  visits: [
    {
      Visit_ID: 'V1',
      on: '2026-11-10',
      by: 'Ravi',
      feedback: null,
      season: 'Winter',
      crops: ['Wheat'],
      materials: [],
      next: null,
      contactMode: 'in person',
    },
  ],
})

const App = ({ at = '/today' }: { at?: string }): ReactNode => (
  <AuthProvider>
    <MemoryRouter initialEntries={[at]}>
      <NoticeRegion />
      <Routes>
        <Route path="/today" element={<TodayPage />} />
        <Route path="/record/:id" element={<RecordPage />} />
        <Route path="/outbox" element={null} />
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
  await page.viewport(360, 740)
  await fillPack([stop])
})
afterEach(() => clearSession())

it('offers the other customers that are due after one was planned for today', async () => {
  const due = { lastVisited: null, visitInDays: 1 }
  await fillPack([packCustomer('c2', due), packCustomer('c3', due)])
  await render(<App />)
  const plan = page.getByRole('button', { name: /^Plan for today/ })
  await expect.poll(() => plan.elements().length).toBe(2)
  await userEvent.click(plan.first())
  await expect.element(page.getByText(/^Saved on this phone/)).toBeVisible()
  await expect.poll(() => plan.elements().length).toBe(1)
  await userEvent.click(plan)
  await expect.poll(() => plan.elements().length).toBe(0)
})

it('records a visit with advice and the next visit in at most 10 taps, and undoes it', async () => {
  await render(<App />)
  let taps = 0
  const tap = async (locator: ReturnType<typeof page.getByRole>): Promise<void> => {
    taps += 1
    await userEvent.click(locator)
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await expect.element(page.getByText('₹400 receivable, ₹100 overdue, as of 14/11/2026')).toBeVisible()
  await tap(page.getByRole('link', { name: 'Record a visit to Khodal Agro Centre' }))
  await tap(button('Worked'))
  await tap(button('Cumin'))
  await tap(button('NPK'))
  await tap(button(/^15 days/))
  await tap(button('Save'))
  await expect.element(page.getByText(/^Saved on this phone: [2-9A-Z]{4}-[2-9A-Z]{4}$/)).toBeVisible()
  expect(taps).toBeLessThanOrEqual(10)

  await outboxEntries.refresh()
  const [entry] = outboxEntries.get()
  expect(entry!.event).toMatchObject({
    kind: 'visit',
    customer: { id: 'c1' },
    seen: { Visit_ID: 'V7', version: 1 },
    values: {
      Status: 'visited',
      Contact_Mode: 'in person',
      Last_Crop_Result: 'worked',
      New_Recommended_Crops: ['Cumin'],
      New_Recommended_Materials: ['NPK'],
      Visited_On: today,
    },
  })
  // Off the list of stops before it is sent.
  await expect.element(page.getByText('1 customer done today')).toBeVisible()
  await userEvent.click(button('Undo'))
  await expect.element(page.getByText('Undone', { exact: true })).toBeVisible()
  await outboxEntries.refresh()
  expect(outboxEntries.get()[0]!.event).toMatchObject({ kind: 'undo', values: { event: entry!.event.id } })
})

it('records who came along, and keeps it when the visit is corrected', async () => {
  await render(<App at="/record/c1" />)
  await userEvent.click(page.getByText('Joint visit'))
  await userEvent.fill(page.getByRole('combobox', { name: /^Joined By/ }), 'bina')
  await userEvent.click(page.getByRole('option', { name: /Bina Shah/ }))
  await expect.element(page.getByRole('button', { name: 'Remove Bina Shah' })).toBeVisible()
  await userEvent.fill(page.getByRole('textbox', { name: /^Feedback/ }), 'Together')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect.element(page.getByText(/^Saved on this phone/)).toBeVisible()
  await outboxEntries.refresh()
  const { event } = outboxEntries.get()[0]!
  expect(event.values).toMatchObject({ Joined_By: ['E8'], Feedback: 'Together' })
})

it('keeps the others and the meeting of a refused visit that is corrected', async () => {
  const group = { Group_ID: '7K3M-Q2XD', Group_Title: 'Castor', Group_Kind: 'demo plot', Attendees: 12 }
  const id = await recordRefused({ Status: 'visited', Feedback: 'x', Joined_By: ['E7'], ...group })
  await render(<App at={`/record/c1?correct=${id}`} />)
  await expect.element(page.getByRole('button', { name: 'Remove Asha Patel' })).toBeVisible()
  await userEvent.fill(page.getByRole('textbox', { name: /^Feedback/ }), 'Corrected')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => outboxEntries.refresh().then(outboxEntries.get))
    .toMatchObject([{ event: { id, values: { Feedback: 'Corrected', Joined_By: ['E7'], ...group } } }])
})

it('restores the photo of a visit that is undone', async () => {
  await render(<App />)
  const open = (): Promise<void> =>
    userEvent.click(page.getByRole('link', { name: 'Record a visit to Khodal Agro Centre' }))
  const photo = page.getByRole('img', { name: 'Taken for this visit' })
  await open()
  const canvas = new OffscreenCanvas(8, 8)
  canvas.getContext('2d')!.fillRect(0, 0, 8, 8)
  const picture = new File([await canvas.convertToBlob()], 'shop.png', { type: 'image/png' })
  await userEvent.upload(page.getByLabelText('Take a photo'), picture)
  await expect.element(photo).toBeVisible()
  await userEvent.fill(page.getByRole('textbox', { name: /^Feedback/ }), 'Two bags sold')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await userEvent.click(page.getByRole('button', { name: 'Undo' }))
  await expect.element(page.getByText('Undone', { exact: true })).toBeVisible()
  await open()
  await expect.element(page.getByRole('textbox', { name: /^Feedback/ })).toHaveValue('Two bags sold')
  await expect.element(photo).toBeVisible()
})

it('keeps what was typed when the page is opened again, and asks for some content', async () => {
  await fillPack([{ ...stop, id: 'c2', name: 'Jay Beej Bhandar' }])
  const first = await render(<App />)
  await userEvent.click(page.getByRole('link', { name: 'Record a visit to Jay Beej Bhandar' }))
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect
    .element(page.getByText('Enter feedback, a recommendation or the next visit').first())
    .toBeVisible()
  await userEvent.fill(page.getByRole('textbox', { name: /^Feedback/ }), 'Wants a price list')
  await first.unmount()
  await render(<App />)
  await userEvent.click(page.getByRole('link', { name: 'Record a visit to Jay Beej Bhandar' }))
  await expect.element(page.getByRole('textbox', { name: /^Feedback/ })).toHaveValue('Wants a price list')
  await userEvent.click(page.getByText('Missed', { exact: true }))
  await userEvent.click(page.getByRole('button', { name: 'Customer was away' }))
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect.element(page.getByText(/^Saved on this phone/)).toBeVisible()
  await outboxEntries.refresh()
  expect(outboxEntries.get()[0]!.event.values).toMatchObject({
    Status: 'missed',
    Reason: 'Customer was away',
  })
})

it('does not offer a draft again that is stored, as after the browser was killed', async () => {
  await fillPack([stop])
  const first = await render(<App />)
  const feedback = page.getByRole('textbox', { name: /^Feedback/ })
  const open = (): Promise<void> =>
    userEvent.click(page.getByRole('link', { name: 'Record a visit to Khodal Agro Centre' }))
  await open()
  await userEvent.fill(feedback, 'Two bags sold')
  const { key } = attemptOfDraft('visit detail of c1').read()!
  await first.unmount()
  const values = { Feedback: 'Two bags sold', Keeps_Plan: true }
  await recordEvent('visit', { customer: { id: 'c1' }, seen: null, values, id: eventIdOf(key) })
  await outboxEntries.refresh()
  await render(<App />)
  await open()
  await expect.element(feedback).toHaveValue('')
})

/** As the sender stores the answer of the server. */
async function setState(id: string, state: StoredEntry['state']): Promise<void> {
  await withDatabase(async (database) => {
    const entry = await database.getFromIndex('outbox', 'id', id)
    const message = state === 'refused' ? 'Reason is too long' : null
    await database.put('outbox', { ...entry!, state, message })
  })
  announce('outbox')
  await outboxEntries.refresh()
}

async function recordRefused(values: Record<string, unknown>): Promise<string> {
  const { event } = await recordEvent('visit', {
    customer: { id: 'c1' },
    seen: { Visit_ID: 'V7', version: 1 },
    values,
  })
  await setState(event.id, 'refused')
  return event.id
}

it('corrects a refused visit as it was recorded, with its plan', async () => {
  const id = await recordRefused({ Status: 'missed', Reason: 'Customer was away for long' })
  await render(<App at={`/record/c1?correct=${id}`} />)
  await expect.element(page.getByText('It was refused: Reason is too long')).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Missed' })).toBeChecked()
  const reason = page.getByRole('textbox', { name: /^Reason/ })
  await expect.element(reason).toHaveValue('Customer was away for long')
  await userEvent.fill(reason, 'Away')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect.element(page.getByText(/^Saved on this phone/)).toBeVisible()
  // It is tried to send at once, and waits again, because there is no network.
  await expect
    .poll(() => outboxEntries.refresh().then(outboxEntries.get))
    .toMatchObject([{ state: 'waiting', event: { id, values: { Status: 'missed', Reason: 'Away' } } }])
})

it('does not compare a refused visit with its own advice', async () => {
  const id = await recordRefused({ Feedback: 'Two bags sold', New_Recommended_Crops: ['Mango'] })
  await render(<App at={`/record/c1?correct=${id}`} />)
  await expect.element(page.getByText(/Wheat/).first()).toBeVisible()
})

it('says that a refused visit was sent from another tab, and records no second one', async () => {
  const id = await recordRefused({ Feedback: 'Two bags sold' })
  await render(<App at={`/record/c1?correct=${id}`} />)
  const feedback = page.getByRole('textbox', { name: /^Feedback/ })
  await expect.element(feedback).toHaveValue('Two bags sold')
  await setState(id, 'sent')
  await userEvent.fill(feedback, 'Three bags sold')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect
    .element(page.getByText('This was corrected or deleted meanwhile. The outbox shows what is sent'))
    .toBeVisible()
  await outboxEntries.refresh()
  expect(outboxEntries.get()).toMatchObject([
    { state: 'sent', event: { id, values: { Feedback: 'Two bags sold' } } },
  ])
})
