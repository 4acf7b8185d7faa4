import type { Page } from '@playwright/test'
import { formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { expect, test, whenLoaded } from './fixtures.ts'
import { apiClient } from './api-client.ts'
import { loseResponse } from './lose-response.ts'
import { showQuery } from './show-query.ts'

/** The server saves and its response is lost; sending again saves once. Visits and plans are sent again by the outbox. */

const today = dayIn(new Date(), 'Asia/Kolkata')
const saved = 'Form submitted successfully!'
const unreachable = 'Error submitting the form. Please try again.'
const kept = 'Saved on this device. It is sent when there is a network.'
const events = '**/api/v1/field/events'
type Api = ReturnType<typeof apiClient>

const unique = (word: string): string => `${word} ${Math.random().toString(36).slice(2, 8)}`

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/)
})

test(
  'records a visit whose response is lost once, undoes one that is not sent, and keeps a photo',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
    const api = apiClient(request, token)
    await test.step('a lost response, also over a reload', () => recordsOnce(page, api))
    await test.step('a visit that is not sent yet', () => undoesUnsent(page, api))
    await test.step('a photo that was still uploading stays in the draft', () => keepsPhoto(page, api))
    await test.step('a browser without IndexedDB', () => recordsWithoutIndexedDB(page, api))
  },
)

async function recordsOnce(page: Page, { make, read }: Api): Promise<void> {
  const name = unique('Lost Answer Farm')
  const { Customer_Code } = await make('customer', {
    Customer_Name: name,
    Last_Visited: null,
    Last_Visit_ID: null,
  })
  const visits = async (): Promise<unknown[]> =>
    (await read(`/api/v1/visits?Customer_Code=${String(Customer_Code)}&sort=Visit_ID`)).items
  const dialog = page.getByRole('dialog')
  const feedback = dialog.locator('[name=Feedback]')
  const save = dialog.getByRole('button', { name: 'Save' })
  const detail = page.getByRole('button', { name: `Visit Detail: ${name}` })
  const lastVisited = page.locator('td[data-label="Last Visited"]')
  await page.goto(`/visitentry?q=${encodeURIComponent(name)}`)
  await whenLoaded(page)
  await detail.tap()
  await feedback.fill('Two bags sold')
  await loseResponse(page, events)
  await save.tap()
  await expect(page.getByText(kept, { exact: true })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  // It is sent again by itself, and the list shows it then.
  await expect(lastVisited).toHaveText(formatDate(today))
  await expect(page.locator('.sync-strip')).toHaveCount(0)
  expect(await visits()).toMatchObject([{ Feedback: 'Two bags sold' }])
  await whenLoaded(page)

  // The page is closed while the answer is awaited.
  await detail.tap()
  await expect(feedback).toHaveValue('')
  await feedback.fill('Rust on the wheat')
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(events, (route) => promise.then(() => route.abort()), { times: 1 })
  const sent = page.waitForRequest(events)
  await save.tap()
  await sent
  await page.reload()
  resolve()
  await expect.poll(async () => (await visits()).length).toBe(2)
  await whenLoaded(page)
  await detail.tap()
  await expect(feedback).toHaveValue('')
  expect(await visits()).toMatchObject([{ Feedback: 'Two bags sold' }, { Feedback: 'Rust on the wheat' }])
  await dialog.getByRole('button', { name: 'Cancel' }).tap()
}

async function undoesUnsent(page: Page, { make, read }: Api): Promise<void> {
  const name = unique('Undone Farm')
  const { Customer_Code } = await make('customer', { Customer_Name: name, Last_Visited: null })
  const dialog = page.getByRole('dialog')
  await showQuery(page, `/visitentry?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Visit Detail: ${name}` }).tap()
  await dialog.locator('[name=Feedback]').fill('At the wrong farm')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Save' }).tap()
  await expect(page.getByText(kept, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).tap()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await expect(page.locator('.sync-strip')).toContainText('2 waiting')
  await page.context().setOffline(false)
  await expect(page.locator('.sync-strip')).toHaveCount(0)
  const { items } = await read(`/api/v1/visits?Customer_Code=${String(Customer_Code)}`)
  expect(items).toEqual([])
  await page.getByRole('button', { name: `Visit Detail: ${name}` }).tap()
  await expect(dialog.locator('[name=Feedback]')).toHaveValue('At the wrong farm')
  await dialog.getByRole('button', { name: 'Cancel' }).tap()
}

async function keepsPhoto(page: Page, { make }: Api): Promise<void> {
  const name = unique('Photo Farm')
  await make('customer', { Customer_Name: name })
  const dialog = page.getByRole('dialog')
  const open = page.getByRole('button', { name: `Visit Detail: ${name}` })
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('/api/v1/photos', (route) => promise.then(() => route.fallback()), { times: 1 })
  const refusal = { state: 'refused', message: 'Not now', marks: [], visit: null }
  await page.route(
    '/api/v1/field/events',
    async (route) => {
      const { events } = route.request().postDataJSON() as { events: { id: string }[] }
      const results = events.map(({ id }) => ({ id, ...refusal }))
      await route.fulfill({ json: { now: new Date().toISOString(), results } })
    },
    { times: 1 },
  )
  await showQuery(page, `/visitentry?q=${encodeURIComponent(name)}`)
  await open.tap()
  await dialog.locator('[name=Feedback]').fill('See the leaf')
  const picture = await page.screenshot({ type: 'jpeg' })
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'leaf.jpg', mimeType: 'image/jpeg', buffer: picture })
  await dialog.getByRole('button', { name: 'Save' }).tap()
  await expect(dialog.getByRole('button', { name: 'Saving…' })).toBeVisible()
  resolve()
  await expect(dialog.getByText('Not now')).toBeVisible()
  await page.reload()
  await open.tap()
  await expect(dialog.locator('[name=Feedback]')).toHaveValue('See the leaf')
  await expect(dialog.getByText('The photo is uploaded.')).toBeVisible()
}

async function recordsWithoutIndexedDB(page: Page, { make, read }: Api): Promise<void> {
  const name = unique('Private Farm')
  const { Customer_Code } = await make('customer', { Customer_Name: name, Last_Visited: null })
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('private', 'SecurityError')
    }
  })
  const visits = async (): Promise<unknown[]> =>
    (await read(`/api/v1/visits?Customer_Code=${String(Customer_Code)}`)).items
  const dialog = page.getByRole('dialog')
  await page.goto(`/visitentry?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Visit Detail: ${name}` }).tap()
  await dialog.locator('[name=Feedback]').fill('In private')
  await loseResponse(page, '**/api/v1/field/events')
  await dialog.getByRole('button', { name: 'Save' }).tap()
  await expect(dialog.getByText(unreachable, { exact: true })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: `Visit Detail: ${name}` }).tap()
  await expect(dialog.locator('[name=Feedback]')).toHaveValue('In private')
  await dialog.getByRole('button', { name: 'Save' }).tap()
  await expect(page.getByText(saved, { exact: true })).toBeVisible()
  expect(await visits()).toHaveLength(1)
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  expect(await visits()).toEqual([])
}
