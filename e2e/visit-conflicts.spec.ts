import type { APIRequestContext, Locator, Page, Request } from '@playwright/test'
import { addDays, formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { apiClient, type Values } from './api-client.ts'
import { axeViolations } from './axe.ts'
import { expect, navigateInApp, refusal, test } from './fixtures.ts'

const today = dayIn(new Date(), 'Asia/Kolkata')
const saved = 'Form submitted successfully!'
const refused = 'Failed to submit the form. Please try again.'

const dialogOf = (page: Page): Locator => page.getByRole('dialog')
const inDialog = (page: Page, name: string): Locator => dialogOf(page).locator(`[name=${name}]`)
const cell = (page: Page, label: string): Locator => page.locator(`tbody td[data-label="${label}"]`)
const kept = 'Saved on this device. It is sent when there is a network.'
const name = 'Harish Patient'
const moment = `${addDays(today, 1)} 09:00`
type Api = ReturnType<typeof apiClient>

/** Each test has its own customer with a unique name. */
const newCustomer = (request: APIRequestContext, token: string, values: Values): Promise<Values> =>
  apiClient(request, token).make('customer', { Last_Visited: null, Last_Visit_ID: null, ...values })

/** The next visit or plan that the page sends. */
async function nextEvent(page: Page): Promise<Values> {
  const request: Request = await page.waitForRequest('/api/v1/field/events')
  const { events } = request.postDataJSON() as { events: Values[] }
  return events[0]!
}

/** In the app, which is loaded already. */
async function open(page: Page, path: string, name: string, button: string): Promise<void> {
  await navigateInApp(page, `${path}?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `${button}: ${name}` }).click()
  await expect(dialogOf(page)).toBeVisible()
}

test(
  'keeps typed values after failures and refusals, and shows a viewer the tables without buttons',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/, refusal(503))
    const api = apiClient(request, token)
    const customer = await newCustomer(request, token, { Customer_Name: name })
    const code = String(customer['Customer_Code'])
    const material = await api.make('material', { materialName: 'Bone Meal' })
    const viewer = await newViewer(request, token)
    await test.step('lists that fail to load', () => loadsListsAgain(page, api))
    await test.step('a wrong date, a closed dialog and a lost connection', () =>
      plansOffline(page, api, code))
    await test.step('what the server refuses', () => showsRefusals(page, request, token, material))
    await test.step('a reload, and another user who was faster', () => recordsAnother(page, api, code))
    await test.step('a visit recorded late', () => recordsLate(page, api, code))
    await test.step('logging out asks about unsent entries', () => logsOut(page))
    await test.step('a viewer', () => showsViewer(page, viewer))
  },
)

/** And filters a long one. */
async function loadsListsAgain(page: Page, { save }: Api): Promise<void> {
  for (let n = 1; n <= 12; n++)
    await save('material', { materialType: 'fertilizers', materialName: `Filtered ${n}` })
  await page.route('/api/v1/materials?*', (route) => route.fulfill({ status: 503, json: { msg: 'Busy' } }))
  await page.goto(`/visitentry?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Visit Detail: ${name}` }).click()
  await expect(dialogOf(page).getByText('Could not load the lists below. Busy.')).toBeVisible()
  await inDialog(page, 'Feedback').fill('Typed meanwhile')
  await page.unroute('/api/v1/materials?*')
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(dialogOf(page).getByRole('checkbox', { name: 'Wheat' })).toBeVisible()
  await expect(inDialog(page, 'Feedback')).toHaveValue('Typed meanwhile')

  const materials = dialogOf(page).getByRole('group', { name: 'New Recommended Materials' })
  await materials.getByRole('checkbox', { name: 'Filtered 12' }).check()
  await materials.getByRole('searchbox', { name: 'Filter materials' }).fill('neem')
  await page.keyboard.press('Enter')
  await expect(materials.getByRole('checkbox')).toHaveCount(2)
  await expect(materials.getByRole('checkbox', { name: 'Filtered 12' })).toBeChecked()
  await expect(dialogOf(page)).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
}

async function plansOffline(page: Page, { read }: Api, code: string): Promise<void> {
  await open(page, '/get', name, 'Plan Visit')
  await expect(cell(page, 'Last Visited')).toHaveText('Never visited')
  await inDialog(page, 'Planned_Date').fill('')
  await inDialog(page, 'Planned_Time').fill('')
  await inDialog(page, 'Remarks').fill('After the market')
  await dialogOf(page).getByRole('button', { name: 'Submit' }).click()
  await expect(dialogOf(page).getByText(refused, { exact: true })).toBeVisible()
  await expect(inDialog(page, 'Planned_Date')).toHaveAccessibleDescription('Planned Date is required')
  await expect(inDialog(page, 'Planned_Time')).toHaveAccessibleDescription('Planned Time is required')
  await expect(inDialog(page, 'Planned_Date')).toBeFocused()
  expect(await axeViolations(page), 'the dialog with problems').toEqual([])
  await inDialog(page, 'Planned_Date').fill('31/02/2027')
  await inDialog(page, 'Planned_Time').fill('10:15')
  await page.keyboard.press('Enter')
  await expect(inDialog(page, 'Planned_Date')).toHaveAccessibleDescription(
    'Planned Date should be a date like 31/12/2026',
  )

  // ISO dates are accepted and shown as dd/mm/yyyy.
  await inDialog(page, 'Planned_Date').fill('2027-03-02')
  await inDialog(page, 'Remarks').focus()
  await expect(inDialog(page, 'Planned_Date')).toHaveValue('02/03/2027')
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialogOf(page)).toHaveCount(0)
  const button = page.getByRole('button', { name: `Plan Visit: ${name}` })
  await expect(button).toBeFocused()
  await button.click()
  await expect(inDialog(page, 'Remarks')).toHaveValue('After the market')
  await dialogOf(page).getByRole('button', { name: 'Start again' }).click()
  await expect(inDialog(page, 'Remarks')).toHaveValue('')
  await inDialog(page, 'Planned_Date').fill('02/03/2027')
  await inDialog(page, 'Remarks').fill('Without a network')
  await page.context().setOffline(true)
  await dialogOf(page).getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(kept, { exact: true })).toBeVisible()
  await expect(
    page.getByText(/^Harish Patient is planned for 02\/03\/2027 .+\. Reference: \w{4}-\w{4}$/),
  ).toBeVisible()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(page.locator('.sync-strip')).toContainText('1 waiting')
  const plans = (): Promise<unknown> => read(`/api/v1/visits?Customer_Code=${code}`)
  expect(await plans()).toMatchObject({ items: [] })
  await page.context().setOffline(false)
  await expect(page.getByText('planned 02/03/2027')).toBeVisible()
  await expect(page.locator('.sync-strip')).toHaveCount(0)
  expect(await plans()).toMatchObject({ items: [{ Status: 'planned', Remarks: 'Without a network' }] })
}

/** Beside the fields, and a plan that another user has changed. */
async function showsRefusals(
  page: Page,
  request: APIRequestContext,
  token: string,
  material: Values,
): Promise<void> {
  const api = apiClient(request, token)
  const name = 'Jaya Refused'
  const { Customer_Code } = await api.make('customer', { Customer_Name: name, Last_Visited: null })
  await open(page, '/visitentry', name, 'Visit Detail')
  const materials = dialogOf(page).getByRole('group', { name: 'New Recommended Materials' })
  await materials.getByRole('checkbox', { name: 'Bone Meal' }).check()
  await inDialog(page, 'Feedback').fill('Poor soil')
  const headers = { authorization: `Bearer ${token}` }
  const deleted = await request.delete(
    `/api/v1/materials/${String(material['id'])}?version=${String(material['version'])}`,
    { headers },
  )
  expect(deleted.status()).toBe(204)
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialogOf(page).getByText(refused, { exact: true })).toBeVisible()
  await expect(materials).toContainText('There is no material Bone Meal (New Recommended Materials)')
  await expect(page.locator('.sync-strip')).toHaveCount(0)
  await materials.getByRole('checkbox', { name: 'Bone Meal' }).uncheck()
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(saved, { exact: true })).toBeVisible()

  await open(page, '/get', name, 'Plan Visit')
  await inDialog(page, 'Remarks').fill('After the harvest')
  const office = { email: 'office.plan@agridesk.in', password: 'sesame-in-a-silo' }
  const registered = await request.post('/api/auth/register', { data: { username: 'Office', ...office } })
  const { account } = (await registered.json()) as { account: { id: string; version: number } }
  const change = { status: 'active', role: 'OFFICE', version: account.version }
  expect((await request.patch(`/api/admin/users/${account.id}`, { data: change, headers })).ok()).toBe(true)
  const entered = (await (await request.post('/api/auth/login', { data: office })).json()) as {
    token: string
  }
  const moment = `${addDays(today, 2)} 09:00`
  await apiClient(request, entered.token).send('/api/plan-visit', {
    Customer_Code,
    Planned_Date: moment,
    Planned_Time: moment,
  })
  await dialogOf(page).getByRole('button', { name: 'Submit' }).click()
  const when = formatDate(addDays(today, 2))
  await expect(
    dialogOf(page).getByText(`Another user planned this meanwhile, for ${when} 09:00. Nothing was changed`),
  ).toBeVisible()
  await expect(inDialog(page, 'Remarks')).toHaveValue('After the harvest')
  await expect(dialogOf(page).getByText(`Planned for ${when} 09:00. Submitting moves it.`)).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(saved, { exact: true })).toBeVisible()
}

async function recordsAnother(page: Page, { send }: Api, code: string): Promise<void> {
  const { Visit_ID } = await send('/api/plan-visit', {
    Customer_Code: code,
    Planned_Date: moment,
    Planned_Time: moment,
    Remarks: '',
  })
  await open(page, '/visitentry', name, 'Visit Detail')
  await inDialog(page, 'Feedback').fill('Leaf curl on the east side')
  await dialogOf(page).getByRole('checkbox', { name: 'Maize' }).check()
  await page.reload()
  await page.getByRole('button', { name: `Visit Detail: ${name}` }).click()
  await expect(inDialog(page, 'Feedback')).toHaveValue('Leaf curl on the east side')
  await expect(dialogOf(page).getByRole('checkbox', { name: 'Maize' })).toBeChecked()
  // Another user was faster.
  await send('/api/plan-visit', { Customer_Code: code, Visit_ID, Feedback: 'Mine' })
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialogOf(page).getByText(refused, { exact: true })).toBeVisible()
  const alreadyRecorded = new RegExp(
    `^Visit ${String(Visit_ID)} was already recorded by .+ at \\d\\d:\\d\\d\\.`,
  )
  await expect(dialogOf(page).getByText(alreadyRecorded)).toBeVisible()
  await expect(inDialog(page, 'Feedback')).toHaveValue('Leaf curl on the east side')
  // The dialog stays about that plan after reopening; another visit needs an explicit choice.
  await expect(dialogOf(page).getByText('Planned for')).toBeVisible()
  const close = dialogOf(page).locator('form').getByRole('button', { name: 'Close', exact: true })
  await expect(close).toBeFocused()
  await close.click()
  await page.getByRole('button', { name: `Visit Detail: ${name}` }).click()
  await expect(dialogOf(page).getByText(alreadyRecorded)).toBeVisible()
  await expect(dialogOf(page).getByRole('button', { name: 'Save' })).toHaveCount(0)
  await dialogOf(page).getByRole('button', { name: 'Record another visit to this customer' }).click()
  // A visit recorded late does not change a newer plan.
  const yesterday = addDays(today, -1)
  await inDialog(page, 'Visited_On').fill(formatDate(yesterday))
  const another = nextEvent(page)
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  expect(await another).toMatchObject({
    seen: null,
    values: { Visited_On: yesterday, Keeps_Plan: true },
  })
  await expect(page.getByText(saved, { exact: true })).toBeVisible()
}

/** It asks whether it replaces the coming plan. */
async function recordsLate(page: Page, { send }: Api, code: string): Promise<void> {
  await send('/api/plan-visit', { Customer_Code: code, Planned_Date: moment, Planned_Time: moment })
  const yesterday = addDays(today, -1)
  await navigateInApp(page, `/get?q=${encodeURIComponent(name)}`)
  await navigateInApp(page, `/visitentry?q=${encodeURIComponent(name)}`)
  await expect(cell(page, 'Planned Date')).toHaveText(formatDate(addDays(today, 1)))
  await page.getByRole('button', { name: `Visit Detail: ${name}` }).click()
  await inDialog(page, 'Feedback').fill('Sowing is over')
  const which = dialogOf(page).getByRole('group', { name: /^Does this replace the plan of .+\?$/ })
  await expect(which.getByRole('radio', { name: 'Replaces the plan' })).toBeChecked()
  await inDialog(page, 'Visited_On').fill(formatDate(yesterday))
  await expect(which.getByRole('radio', { name: 'Additional visit' })).toBeChecked()
  await expect(dialogOf(page).getByText('The next visit stays planned for')).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(saved, { exact: true })).toBeVisible()
  await expect(cell(page, 'Planned Date')).toHaveText(formatDate(addDays(today, 1)))
  await page.getByRole('button', { name: `Visit Detail: ${name}` }).click()
  await expect(inDialog(page, 'Feedback')).toHaveValue('')
  await inDialog(page, 'Feedback').fill('Not for the next person')
}

/** And deletes them for other accounts. */
async function logsOut(page: Page): Promise<void> {
  await navigateInApp(page, '/logout')
  await expect(page.getByText('1 visit is not sent yet. Log out anyway?')).toBeVisible()
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /visit/.test(key)))).toEqual(
    [],
  )
}

/** An account that may look at the customer Vimal, and its token. */
async function newViewer(request: APIRequestContext, token: string): Promise<string> {
  await newCustomer(request, token, { Customer_Name: 'Vimal Viewed' })
  const headers = { authorization: `Bearer ${token}` }
  const viewer = { email: 'viewer@agridesk.in', password: 'sesame-in-a-silo' }
  const registered = await request.post('/api/auth/register', { data: { username: 'Viewer', ...viewer } })
  const { account } = (await registered.json()) as { account: { id: string; version: number } }
  const change = { status: 'active', role: 'VIEWER', version: account.version }
  expect((await request.patch(`/api/admin/users/${account.id}`, { data: change, headers })).ok()).toBe(true)
  const entered = await request.post('/api/auth/login', { data: viewer })
  return ((await entered.json()) as { token: string }).token
}

async function showsViewer(page: Page, token: string): Promise<void> {
  await page.evaluate((value) => localStorage.setItem('token', value), token)
  await page.goto('/get?q=vimal')
  for (const path of ['/get', '/visitentry']) {
    if (path !== '/get') await navigateInApp(page, `${path}?q=vimal`)
    await expect(cell(page, 'Customer Name')).toHaveText('Vimal Viewed')
    await expect(page.getByRole('button', { name: /Plan Visit|Visit Detail/ })).toHaveCount(0)
  }
}
