import type { Page } from '@playwright/test'
import { addDays, formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { expect, fill, navigateInApp, refusal, test } from './fixtures.ts'
import { apiClient } from './api-client.ts'
import { loseResponse } from './lose-response.ts'

/** Values changed after a lost response are not saved twice, and do not block the next record. */

const today = dayIn(new Date(), 'Asia/Kolkata')
const saved = 'Form submitted successfully!'
const kept = 'Saved on this device. It is sent when there is a network.'
const events = '**/api/v1/field/events'
const unreachable = 'Error submitting the form. Please try again.'
type Api = ReturnType<typeof apiClient>

const unique = (word: string): string => `${word} ${Math.random().toString(36).slice(2, 8)}`

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/, refusal(422))
})

test(
  'applies what was changed after a lost response to the saved record, or adds another one',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const api = apiClient(request, token)
    await page.goto('/contact2')
    await test.step('a record created within a form leaves no draft', () => leavesNoDraft(page, api))
    await test.step('plans are updated', () => updatesPlans(page, api))
    await test.step('a holiday is added as another one', () => addsHoliday(page))
    await test.step('a plan is moved', () => savesPlanOnce(page, api))
    await test.step('a master is saved once', () => savesMasterOnce(page, api))
  },
)

async function leavesNoDraft(page: Page, { read }: Api): Promise<void> {
  const [first, second] = [unique('A').replace(' ', ''), unique('B').replace(' ', '')]
  const countries = async (q: string): Promise<unknown[]> =>
    (await read(`/api/v1/countries?q=${encodeURIComponent(q)}`)).items
  const rest = {
    Postal_Code: '380001',
    Iso_Code: 'IN',
    Iso_Code_3char: 'IND',
    Eu_Country: 'No',
    Country_Shortname: 'India',
  }
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Submit' })
  const type = async (values: Record<string, string>): Promise<void> => {
    for (const [name, value] of Object.entries(values)) await dialog.locator(`[name=${name}]`).fill(value)
  }
  const open = async (): Promise<void> => {
    await page.locator('main [name=Country_Code]').focus()
    await page.keyboard.press('Alt+c')
    await expect(dialog.locator('[name=Country_Name]')).toBeVisible()
  }
  await open()
  await type({ ...rest, Country_Code: first, Country_Name: 'Once' })
  await loseResponse(page, '**/api/form/contact1')
  await submit.click()
  // The form takes no changes until the response is known to be lost.
  await expect(dialog.locator('.notice')).toBeVisible()
  expect(await countries(first)).toHaveLength(1)
  await type({ Country_Name: 'Once, changed' })
  await submit.click()
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('main [name=Country_Code]')).toHaveValue(new RegExp(first))
  await fill(page, { Country_Code: '' })
  await open()
  await expect(dialog.locator('[name=Country_Name]')).toHaveValue('')
  await type({ ...rest, Country_Code: second, Country_Name: 'Another' })
  await submit.click()
  await expect(dialog).toHaveCount(0)
  expect(await countries(first)).toMatchObject([{ Country_Name: 'Once' }])
  expect(await countries(second)).toMatchObject([{ Country_Name: 'Another' }])
}

async function updatesPlans(page: Page, { make, read }: Api): Promise<void> {
  const name = unique('Moved Farm')
  const { Customer_Code } = await make('customer', { Customer_Name: name })
  const plans = async (): Promise<unknown[]> =>
    (await read(`/api/v1/visits?Customer_Code=${String(Customer_Code)}`)).items
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Submit' })
  await navigateInApp(page, `/get?q=${encodeURIComponent(name)}`)
  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Plan visits…' }).click()
  await dialog.locator('[name=Remarks]').fill('Bring samples')
  await loseResponse(page, '**/api/v1/visit-plans')
  await submit.click()
  await expect(dialog.getByText(unreachable, { exact: true })).toBeVisible()
  await dialog.locator('[name=Remarks]').fill('Bring more samples')
  await submit.click()
  await expect(page.getByText('Form submitted successfully!', { exact: true })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(await plans()).toMatchObject([{ Status: 'planned', Remarks: 'Bring more samples' }])
}

async function addsHoliday(page: Page): Promise<void> {
  const [first, second] = [unique('Kite Day'), unique('Kite Evening')]
  const add = page.getByRole('button', { name: 'Add', exact: true })
  await navigateInApp(page, '/admin/holidays')
  await fill(page, { Holiday_Date: '14/01/2031', Holiday_Name: first })
  await loseResponse(page, '**/api/v1/holidays')
  await add.click()
  await expect(page.getByText('The holiday was not added', { exact: true })).toBeVisible()
  await fill(page, { Holiday_Date: '15/01/2031', Holiday_Name: second })
  await add.click()
  await expect(page.getByText(/Your first attempt was saved/)).toBeVisible()
  await expect(page.getByRole('cell', { name: first, exact: true })).toBeVisible()
  await add.click()
  await expect(page.getByText(`${second} is added`, { exact: true })).toBeVisible()
  await expect(page.getByRole('cell', { name: second, exact: true })).toBeVisible()
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

async function savesMasterOnce(page: Page, { read }: Api): Promise<void> {
  const soil = unique('Loam')
  const soils = async (): Promise<unknown[]> => (await read(`/api/v1/soils?q=${soil.split(' ')[1]}`)).items
  const submit = page.getByRole('button', { name: 'Submit' })
  await navigateInApp(page, '/contact20')
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

test(
  'saves a draft that is open in two tabs once, and asks about another visit',
  { tag: '@desktop' },
  async ({ page, context, request, asAdministrator: { token } }) => {
    const api = apiClient(request, token)
    const other = await context.newPage()
    await test.step('a record', () => savesOneRecord(page, other, api))
    await test.step('a visit', () => recordsOneVisit(page, other, api))
  },
)

async function savesOneRecord(page: Page, other: Page, { read }: Api): Promise<void> {
  const word = unique('T').slice(2)
  const soils = async (): Promise<unknown[]> => (await read(`/api/v1/soils?q=${word}`)).items
  const saved = 'Contact form 20 created successfully'
  await page.goto('/contact20')
  await fill(page, { Soil_Name: `Silt ${word}` })
  await other.goto('/contact20')
  const typed = other.locator('[name=Soil_Name]')
  await expect(typed).toHaveValue(`Silt ${word}`)
  // Changed and reverted: the tab has its own copy of the draft.
  await typed.fill(`Silt ${word} x`)
  await typed.fill(`Silt ${word}`)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(saved, { exact: true })).toBeVisible()
  await other.getByRole('button', { name: 'Submit' }).click()
  await expect(other.getByText(saved, { exact: true })).toBeVisible()
  expect(await soils()).toHaveLength(1)
  // The next record of each tab is a new one.
  for (const [at, tab] of [page, other].entries()) {
    await expect(tab.locator('[name=Soil_Name]')).toHaveValue('')
    await fill(tab, { Soil_Name: `Sand ${at} ${word}` })
    await tab.getByRole('button', { name: 'Submit' }).click()
    await expect.poll(async () => (await soils()).length).toBe(2 + at)
  }
}

async function recordsOneVisit(page: Page, other: Page, { make, read }: Api): Promise<void> {
  const name = unique('Twice Farm')
  const { Customer_Code } = await make('customer', {
    Customer_Name: name,
    Last_Visited: null,
    Last_Visit_ID: null,
  })
  const visits = async (): Promise<unknown[]> =>
    (await read(`/api/v1/visits?Customer_Code=${String(Customer_Code)}&Status=visited&sort=Visit_ID`)).items
  const open = (tab: Page) => tab.getByRole('button', { name: `Visit Detail: ${name}` }).click()
  const save = (tab: Page) => tab.getByRole('dialog').getByRole('button', { name: 'Save' })
  const feedback = (tab: Page) => tab.getByRole('dialog').locator('[name=Feedback]')
  const saved = (tab: Page) => tab.getByText('Form submitted successfully!', { exact: true })
  for (const tab of [page, other]) await navigateInApp(tab, `/visitentry?q=${encodeURIComponent(name)}`)
  await open(page)
  await feedback(page).fill('In the morning')
  await open(other)
  await expect(feedback(other)).toHaveValue('In the morning')
  await save(page).dblclick()
  await expect(saved(page)).toBeVisible()
  await save(other).click()
  await expect(saved(other)).toBeVisible()
  expect(await visits()).toMatchObject([{ Feedback: 'In the morning' }])

  await open(page)
  await feedback(page).fill('At noon')
  await open(other)
  await expect(feedback(other)).toHaveValue('At noon')
  await feedback(other).fill('In the evening')
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  await save(other).click()
  await expect(other.getByText(/^This visit was already recorded\./)).toBeVisible()
  await other.getByRole('button', { name: 'Record another visit to this customer' }).click()
  await save(other).click()
  await expect(saved(other)).toBeVisible()
  const all = ['In the morning', 'At noon', 'In the evening']
  expect(await visits()).toMatchObject(all.map((Feedback) => ({ Feedback })))
}
