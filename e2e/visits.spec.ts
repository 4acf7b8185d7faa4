import type { APIRequestContext, Locator, Page, Request } from '@playwright/test'
import { addDays, formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { weekdayOf } from '#domain/visits/working-days.ts'
import { apiClient, type Values } from './api-client.ts'
import { axeViolations } from './axe.ts'
import { expect, navigateInApp, refusal, test, whenLoaded } from './fixtures.ts'
import { showQuery } from './show-query.ts'

const today = dayIn(new Date(), 'Asia/Kolkata')
const saved = 'Form submitted successfully!'
const refused = 'Failed to submit the form. Please try again.'
const kept = 'Saved on this device. It is sent when there is a network.'

/** Each test has its own customer with a unique name. */
const newCustomer = (request: APIRequestContext, token: string, values: Values): Promise<Values> =>
  apiClient(request, token).make('customer', { Last_Visited: null, Last_Visit_ID: null, ...values })

const dialogOf = (page: Page): Locator => page.getByRole('dialog')
const inDialog = (page: Page, name: string): Locator => dialogOf(page).locator(`[name=${name}]`)
const cell = (page: Page, label: string): Locator => page.locator(`tbody td[data-label="${label}"]`)

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
  'plans and records a visit, and shows both in the tables and on the page of the customer',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token } }) => {
    const name = 'Savitri Planned'
    const lastVisited = addDays(today, -40)
    const customer = await newCustomer(request, token, {
      Customer_Name: name,
      Visit_In_Days: 30,
      Last_Visited: lastVisited,
    })
    // In the evening the default is the next working day.
    await page.clock.setSystemTime(new Date(`${today}T09:00:00+05:30`))
    await page.goto(`/get?q=savitri`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Visit Planner')
    await expect(page.locator('thead th')).toHaveText([
      'Customer Name',
      'Customer Code',
      'City Code',
      'Visit In Days',
      'Last Visited',
      'Recommended Date',
      'Days Since Visit Pending',
      'Actions',
    ])
    await expect(cell(page, 'Last Visited')).toHaveText(formatDate(lastVisited))
    await expect(cell(page, 'Recommended Date')).toHaveText(formatDate(addDays(today, -10)))
    await expect(cell(page, 'Days Since Visit Pending')).toHaveText('11 overdue 11 d')

    await page.getByRole('button', { name: `Plan Visit: ${name}` }).tap()
    const city = `${String(customer['City_Code'])}-`
    await expect(dialogOf(page).locator('dd').getByText(city)).toBeVisible()
    for (const text of [customer['Customer_Code'], formatDate(lastVisited)])
      await expect(dialogOf(page).locator('dd').getByText(String(text), { exact: true })).toBeVisible()
    const isOff = weekdayOf(today) === 'sunday'
    await expect(inDialog(page, 'Planned_Date')).toHaveValue(formatDate(isOff ? addDays(today, 1) : today))
    const day = addDays(today, 3)
    // As the number pad of a phone types it.
    await inDialog(page, 'Planned_Date').clear()
    await inDialog(page, 'Planned_Date').pressSequentially(formatDate(day).replaceAll('/', ''))
    await expect(inDialog(page, 'Planned_Date')).toHaveValue(formatDate(day))
    await inDialog(page, 'Planned_Time').fill('09:30')
    await inDialog(page, 'Remarks').fill('Carry the price list')
    let posts = 0
    page.on('request', (each) => (posts += each.method() === 'POST' ? 1 : 0))
    const sent = nextEvent(page)
    await dialogOf(page).getByRole('button', { name: 'Submit' }).dblclick()
    const plan = await sent
    expect(plan).toMatchObject({ kind: 'plan', customer: { id: customer['id'] }, seen: null })
    expect(plan['values']).toEqual({
      Last_Visited_Date: lastVisited,
      Recommended_Date: addDays(today, -10),
      Days_Since_Visit_Pending: 11,
      Planned_Date: `${day} 09:30`,
      Planned_Time: `${day} 09:30`,
      Remarks: 'Carry the price list',
    })
    await expect(page.getByText(saved, { exact: true })).toBeVisible()
    await expect(page.getByText(`${name} is planned for ${formatDate(day)} 09:30`)).toBeVisible()
    await expect(dialogOf(page)).toHaveCount(0)
    expect(posts).toBe(1)
    await expect(cell(page, 'Days Since Visit Pending')).toHaveText(
      `11 overdue 11 d planned ${formatDate(day)}`,
    )

    // Planning again starts from what is planned.
    await page.getByRole('button', { name: `Plan Visit: ${name}` }).tap()
    await expect(
      dialogOf(page).getByText(`Planned for ${formatDate(day)} 09:30. Submitting moves it.`),
    ).toBeVisible()
    await expect(inDialog(page, 'Planned_Time')).toHaveValue('09:30')
    await expect(inDialog(page, 'Remarks')).toHaveValue('Carry the price list')
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).tap()

    await page.getByRole('navigation', { name: 'Visits' }).getByRole('link', { name: 'Visit Entry' }).tap()
    // Until then, the search box is that of the planner.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Visit Entry')
    await page.getByRole('searchbox').fill('savitri')
    await expect(page).toHaveURL('/visitentry?q=savitri')
    await whenLoaded(page)
    await expect(page.locator('thead th')).toHaveText([
      'Customer Name',
      'Customer Code',
      'City Code',
      'Visit In Days',
      'Last Visited',
      'Recommended Date',
      'Days Since Visit Pending',
      'Planned Date',
      'Planned Time',
      'Remarks',
      'Actions',
    ])
    await expect(cell(page, 'Planned Date')).toHaveText(formatDate(day))
    await expect(cell(page, 'Planned Time')).toHaveText('09:30')
    await expect(cell(page, 'Remarks')).toHaveText('Carry the price list')
    await page.getByRole('button', { name: `Visit Detail: ${name}` }).tap()
    await expect(dialogOf(page).getByText('Not known yet')).toHaveCount(4)
    await expect(inDialog(page, 'Season_Recommendation').locator('option')).toHaveText([
      'Choose…',
      'Summer',
      'Winter',
      'Monsoon',
      'Spring',
    ])
    await inDialog(page, 'Feedback').fill('Good stand')
    await inDialog(page, 'Season_Recommendation').selectOption('Winter')
    for (const [group, choice] of [
      ['New Recommended Crops', 'Wheat'],
      ['New Recommended Crops', 'Maize'],
      ['New Recommended Materials', 'Neem Coated Urea'],
    ] as const)
      await dialogOf(page).getByRole('group', { name: group }).getByRole('checkbox', { name: choice }).tap()
    await inDialog(page, 'Next_Visit_Suggested').fill(`${addDays(today, 20)}T11:15`)
    const recorded = nextEvent(page)
    await dialogOf(page).getByRole('button', { name: 'Save' }).tap()
    const visit = await recorded
    expect(visit).toMatchObject({
      kind: 'visit',
      customer: { id: customer['id'] },
      seen: { Visit_ID: expect.stringMatching(/^V\d{6}$/), version: 1 },
    })
    expect(visit['values']).toEqual({
      Last_Visited_Date: lastVisited,
      Days_Since_Visit_Pending: 11,
      Planned_Date: `${day} 09:30`,
      Planned_Time: `${day} 09:30`,
      Remarks: 'Carry the price list',
      // These were empty on the screen, and the payload still has all keys.
      Amount_Receivables: null,
      Overdue_Amount: null,
      Fixed_Field: '',
      Last_Material_Recommended: '',
      Visited_On: today,
      // The outcome is sent with the fields of the specification.
      Status: 'visited',
      Contact_Mode: 'in person',
      Feedback: 'Good stand',
      Season_Recommendation: 'Winter',
      New_Recommended_Crops: ['Wheat', 'Maize'],
      New_Recommended_Materials: ['Neem Coated Urea'],
      Next_Visit_Suggested: `${addDays(today, 20)}T11:15`,
    })
    await expect(page.getByText(saved, { exact: true })).toBeVisible()
    await expect(cell(page, 'Last Visited')).toHaveText(formatDate(today))
    await expect(cell(page, 'Recommended Date')).toHaveText(formatDate(addDays(today, 30)))
    await expect(cell(page, 'Days Since Visit Pending')).toHaveText('0 not due yet')
    await expect(cell(page, 'Planned Date')).toHaveText(formatDate(addDays(today, 20)))
    await expect(cell(page, 'Planned Time')).toHaveText('11:15')

    // The next visit shows this advice and sends it.
    await page.getByRole('button', { name: `Visit Detail: ${name}` }).tap()
    await expect(dialogOf(page).locator('dd').getByText('Wheat, Maize')).toBeVisible()
    // Without content an accidental tap would count as a visit.
    await dialogOf(page).getByRole('button', { name: 'Save' }).tap()
    await expect(dialogOf(page).getByText(/^Enter feedback, a recommendation/)).toBeVisible()
    await inDialog(page, 'Feedback').fill('All well')
    const again = nextEvent(page)
    await dialogOf(page).getByRole('button', { name: 'Save' }).tap()
    expect((await again)['values']).toMatchObject({
      Fixed_Field: 'Wheat, Maize',
      Last_Material_Recommended: 'Neem Coated Urea',
    })
    await expect(page.getByText(saved, { exact: true })).toBeVisible()

    await whenLoaded(page)
    await page.getByRole('link', { name }).tap()
    await expect(page).toHaveURL(`/customers/${encodeURIComponent(String(customer['Customer_Code']))}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page.getByText('All well')).toBeVisible()
    await expect(page.getByText(/Winter/).first()).toBeVisible()
    // The link opens the plan dialog of this customer, and Cancel returns to the page.
    await page.getByRole('link', { name: 'Plan Visit' }).first().tap()
    await expect(dialogOf(page).getByRole('heading', { name: `Plan Visit: ${name}` })).toBeVisible()
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)

    await navigateInApp(page, '/get?q=savitri')
    await expect(cell(page, 'Days Since Visit Pending')).toHaveText('-29 not due yet')
  },
)

const name = 'Harish Patient'
const moment = `${addDays(today, 1)} 09:00`
type Api = ReturnType<typeof apiClient>

test(
  'keeps typed values after failures, and shows a viewer the tables without buttons',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/, refusal(503))
    const api = apiClient(request, token)
    const customer = await newCustomer(request, token, { Customer_Name: name })
    const code = String(customer['Customer_Code'])
    const viewer = await newViewer(request, token)
    await test.step('lists that fail to load', () => loadsListsAgain(page, api))
    await test.step('a wrong date, a closed dialog and a lost connection', () =>
      plansOffline(page, api, code))
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

test.describe('the sample firm', () => {
  test.use({ isSharedSample: true })

  test(
    'has pages and a search for long lists, and a link for an empty list',
    { tag: '@desktop' },
    async ({ page, request, asAdministrator: { token } }) => {
      const { items } = await apiClient(request, token).read('/api/v1/visit-plans?limit=200')
      expect(items.length).toBeGreaterThan(50)
      await page.goto('/get')
      const rows = page.locator('tbody tr')
      await expect(rows).toHaveCount(50)
      const codes = await cell(page, 'Customer Code').allTextContents()
      await expect(page.getByRole('link', { name: 'First page' })).toHaveCount(0)
      await page.getByRole('link', { name: 'Next page' }).click()
      await expect(rows).toHaveCount(items.length - 50)
      const all = new Set([...codes, ...(await cell(page, 'Customer Code').allTextContents())])
      expect(all.size).toBe(items.length)
      await page.reload()
      await page.getByRole('link', { name: 'Previous page' }).click()
      await expect(rows).toHaveCount(50)
      await expect(page.getByRole('link', { name: 'Previous page' })).toHaveCount(0)
      await page.getByRole('searchbox').fill('fatesinh baria')
      await expect(rows).toHaveCount(1)
      await expect(page).toHaveURL('/get?q=fatesinh+baria')
      await page.getByRole('searchbox').fill('no such customer')
      await expect(page.getByText('No matches for “no such customer”.')).toBeVisible()

      const emptyPage = { items: [], next: null, today, timeZone: 'Asia/Kolkata' }
      await page.route('/api/v1/visit-plans?*', (route) => route.fulfill({ json: emptyPage }))
      await showQuery(page, '/get')
      await expect(page.getByText('No customers yet.')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Add one in the Customer master' })).toHaveAttribute(
        'href',
        '/contact24',
      )
    },
  )
})
