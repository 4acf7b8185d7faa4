import type { APIRequestContext, Locator, Page, Request } from '@playwright/test'
import { addDays, formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { weekdayOf } from '#domain/visits/working-days.ts'
import { apiClient, type Values } from './api-client.ts'
import { expect, navigateInApp, test, whenLoaded } from './fixtures.ts'
import { showQuery } from './show-query.ts'

const today = dayIn(new Date(), 'Asia/Kolkata')
const saved = 'Form submitted successfully!'

/** A customer with a unique name. */
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
