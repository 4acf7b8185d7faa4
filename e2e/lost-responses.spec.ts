import type { Page } from '@playwright/test'
import { addDays, formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { expect, fill, navigateInApp, refusal, test, whenLoaded } from './fixtures.ts'
import { apiClient } from './api-client.ts'
import { loseResponse } from './lose-response.ts'
import { showQuery } from './show-query.ts'

/** The server saves and its response is lost; sending again saves once. Visits and plans are sent again by the outbox. */

const today = dayIn(new Date(), 'Asia/Kolkata')
const saved = 'Form submitted successfully!'
const kept = 'Saved on this device. It is sent when there is a network.'
const events = '**/api/v1/field/events'
type Api = ReturnType<typeof apiClient>

const unique = (word: string): string => `${word} ${Math.random().toString(36).slice(2, 8)}`

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/)
})

test(
  'keeps a visit whose response is lost in the outbox, records it once, and undoes one that is not sent',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
    const api = apiClient(request, token)
    await test.step('a lost response, also over a reload', () => recordsOnce(page, api))
    await test.step('a visit that is not sent yet', () => undoesUnsent(page, api))
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
}

test(
  'saves a master and a plan once when their responses are lost, and applies later changes',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(refusal(422))
    const api = apiClient(request, token)
    await test.step('a master', () => savesMasterOnce(page, api))
    await test.step('a plan', () => savesPlanOnce(page, api))
  },
)

async function savesMasterOnce(page: Page, { read }: Api): Promise<void> {
  const soil = unique('Loam')
  const soils = async (): Promise<unknown[]> => (await read(`/api/v1/soils?q=${soil.split(' ')[1]}`)).items
  const submit = page.getByRole('button', { name: 'Submit' })
  await page.goto('/contact20')
  await fill(page, { Soil_Name: soil })
  await loseResponse(page, '**/api/form/Contact20')
  await submit.click()
  await expect(page.getByText('Failed to create contact form 20', { exact: true })).toBeVisible()
  await expect.poll(async () => (await soils()).length).toBe(1)
  await page.reload()
  await expect(page.locator('[name=Soil_Name]')).toHaveValue(soil)
  await submit.click()
  await expect(page.getByText('Contact form 20 created successfully', { exact: true })).toBeVisible()
  expect(await soils()).toHaveLength(1)

  const second = unique('Clay')
  const clays = async (): Promise<unknown[]> => (await read(`/api/v1/soils?q=${second.split(' ')[1]}`)).items
  await fill(page, { Soil_Name: second })
  await loseResponse(page, '**/api/form/Contact20')
  await submit.click()
  await expect(page.getByText('Failed to create contact form 20', { exact: true })).toBeVisible()
  await fill(page, { Soil_Name: `${second} red` })
  await submit.click()
  await expect(page.getByText(/is saved already$/)).toBeVisible()
  await expect(page).toHaveURL(/edit=/)
  await expect(page.locator('[name=Soil_Name]')).toHaveValue(`${second} red`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Contact form 20 created successfully', { exact: true })).toBeVisible()
  expect(await clays()).toMatchObject([{ Soil_Name: `${second} red` }])
}

async function savesPlanOnce(page: Page, { make, read }: Api): Promise<void> {
  const name = unique('Lost Plan Farm')
  const { Customer_Code } = await make('customer', {
    Customer_Name: name,
    Last_Visited: null,
    Last_Visit_ID: null,
  })
  const plans = async (): Promise<unknown[]> =>
    (await read(`/api/v1/visits?Customer_Code=${String(Customer_Code)}`)).items
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Submit' })
  await navigateInApp(page, `/get?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Plan Visit: ${name}` }).click()
  await dialog.locator('[name=Planned_Date]').fill(formatDate(addDays(today, 3)))
  await dialog.locator('[name=Planned_Time]').fill('10:15')
  await dialog.locator('[name=Remarks]').fill('Bring samples')
  await loseResponse(page, events)
  await submit.click()
  await expect(page.getByText(kept, { exact: true })).toBeVisible()
  // Before the list shows the first one: it is the account's own.
  await page.getByRole('button', { name: `Plan Visit: ${name}` }).click()
  await dialog.locator('[name=Planned_Date]').fill(formatDate(addDays(today, 4)))
  await dialog.locator('[name=Planned_Time]').fill('10:15')
  await dialog.locator('[name=Remarks]').fill('Bring more samples')
  await submit.click()
  await expect(page.getByText(saved, { exact: true })).toBeVisible()
  await expect(page.getByText(`planned ${formatDate(addDays(today, 4))}`)).toBeVisible()
  expect(await plans()).toMatchObject([{ Status: 'planned', Remarks: 'Bring more samples' }])
}
