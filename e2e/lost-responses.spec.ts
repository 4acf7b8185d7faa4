import { addDays, formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { expect, fill, refusal, test } from './fixtures.ts'
import { apiClient } from './api-client.ts'
import { loseResponse } from './lose-response.ts'

/** The server saves and its response is lost; sending again saves once. Visits and plans are sent again by the outbox. */

const today = dayIn(new Date(), 'Asia/Kolkata')
const saved = 'Form submitted successfully!'
const kept = 'Saved on this device. It is sent when there is a network.'
const events = '**/api/v1/field/events'
const unique = (word: string): string => `${word} ${Math.random().toString(36).slice(2, 8)}`

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/)
})

test(
  'keeps a visit whose response is lost in the outbox, and records it once, also after a reload',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token } }) => {
    const { make, read } = apiClient(request, token)
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
    await detail.tap()
    await expect(feedback).toHaveValue('')
    expect(await visits()).toMatchObject([{ Feedback: 'Two bags sold' }, { Feedback: 'Rust on the wheat' }])
  },
)

test(
  'undoes a visit that is not sent yet',
  { tag: '@phone' },
  async ({ page, context, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
    const { make, read } = apiClient(request, token)
    const name = unique('Undone Farm')
    const { Customer_Code } = await make('customer', { Customer_Name: name, Last_Visited: null })
    const dialog = page.getByRole('dialog')
    await page.goto(`/visitentry?q=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Visit Detail: ${name}` }).tap()
    await dialog.locator('[name=Feedback]').fill('At the wrong farm')
    await context.setOffline(true)
    await dialog.getByRole('button', { name: 'Save' }).tap()
    await expect(page.getByText(kept, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).tap()
    await expect(page.getByText('Undone', { exact: true })).toBeVisible()
    await expect(page.locator('.sync-strip')).toContainText('2 waiting')
    await context.setOffline(false)
    await expect(page.locator('.sync-strip')).toHaveCount(0)
    const { items } = await read(`/api/v1/visits?Customer_Code=${String(Customer_Code)}`)
    expect(items).toEqual([])
    await page.getByRole('button', { name: `Visit Detail: ${name}` }).tap()
    await expect(dialog.locator('[name=Feedback]')).toHaveValue('At the wrong farm')
  },
)

test(
  'saves a plan once when its response is lost, and applies later changes to it',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const { make, read } = apiClient(request, token)
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
    await page.goto(`/get?q=${encodeURIComponent(name)}`)
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
  },
)

test(
  'saves a master once when its response is lost, and applies later changes to it',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(refusal(422))
    const { read } = apiClient(request, token)
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
    const clays = async (): Promise<unknown[]> =>
      (await read(`/api/v1/soils?q=${second.split(' ')[1]}`)).items
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
  },
)
