import type { Locator, Page } from '@playwright/test'
import { addDays, formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { nextWorkingDay, dayOffReasons, weekdayOf } from '#domain/visits/working-days.ts'
import { make } from '#testing/build-record.ts'
import { axeViolations } from './axe.ts'
import { apiClient, type Save, type Values } from './api-client.ts'
import { expect, navigateInApp, test } from './fixtures.ts'
import { showQuery } from './show-query.ts'

const today = dayIn(new Date(), 'Asia/Kolkata')
/** Customers in a territory of their own: one is overdue, one is due later, one was never visited. */
async function newTerritory(save: Save, word: string): Promise<Values[]> {
  const never = { Last_Visited: null, Last_Visit_ID: null, Visit_In_Days: 30 }
  const first = await make(save, 'customer', {
    ...never,
    Customer_Name: `${word} Overdue`,
    Last_Visited: addDays(today, -40),
  })
  const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...base } = first
  const others = [
    { Customer_Name: `${word} Later`, Last_Visited: addDays(today, -10) },
    { Customer_Name: `${word} Never`, Last_Visited: null },
  ]
  const created = [first]
  for (const [at, values] of others.entries())
    created.push(await save('customer', { ...base, ...values, Customer_Code: `${word.toUpperCase()}${at}` }))
  return created
}

const cell = (page: Page, label: string): Locator => page.locator(`tbody td[data-label="${label}"]`)
const dialogOf = (page: Page): Locator => page.getByRole('dialog')

test(
  'filters due customers by territory on a phone, shows balance and owner, and plans a visit',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token } }) => {
    const save = apiClient(request, token).save
    const [overdue] = await newTerritory(save, 'Phulwari')
    const employee = await make(save, 'employee', { name: 'Meena Field' })
    await save('balance', {
      Customer_Code: overdue!['Customer_Code'],
      As_Of: addDays(today, -3),
      Receivable: 125_000,
      Overdue: 40_000,
    })
    await save('assignment', {
      Customer_Code: overdue!['Customer_Code'],
      From_Day: addDays(today, -30),
      Employee_Number: employee['employeeNumber'],
    })
    await page.goto('/get?q=phulwari')
    await expect(cell(page, 'Customer Name')).toHaveText([
      'Phulwari Overdue₹40,000 overdueMeena Field',
      'Phulwari Never',
      'Phulwari Later',
    ])
    await expect(cell(page, 'Days Since Visit Pending')).toHaveText([
      '11 overdue 11 d',
      '1 never visited',
      '-19 not due yet',
    ])
    await expect(page.getByRole('link', { name: 'Phulwari Overdue' })).toHaveAttribute(
      'href',
      `/customers/${String(overdue!['Customer_Code'])}`,
    )

    const due = page.getByRole('navigation', { name: 'When a visit is due' })
    await due.getByRole('link', { name: 'Overdue' }).tap()
    await expect(page).toHaveURL('/get?q=phulwari&due=overdue')
    await expect(cell(page, 'Customer Code')).toHaveText([String(overdue!['Customer_Code'])])
    await due.getByRole('link', { name: 'Not yet' }).tap()
    await expect(cell(page, 'Customer Name')).toHaveText(['Phulwari Later'])
    await due.getByRole('link', { name: 'Never' }).tap()
    await expect(cell(page, 'Customer Name')).toHaveText(['Phulwari Never'])
    await page.goBack()
    await expect(cell(page, 'Customer Name')).toHaveText(['Phulwari Later'])
    await due.getByRole('link', { name: 'All' }).tap()
    await expect(page).toHaveURL('/get?q=phulwari')

    await page.getByRole('searchbox').clear()
    await expect(page).toHaveURL('/get')
    await page.getByRole('button', { name: 'Filter' }).tap()
    const zone = page.locator('[name="only Zone_Code"]')
    await zone.fill(String(overdue!['Zone_Code']))
    await zone.press('Tab')
    await expect(cell(page, 'Customer Name')).toHaveCount(3)
    // Only the states of the zone are offered.
    await page.locator('[name="only State_Code"]').tap()
    const states = page.getByRole('listbox', { name: 'State' }).getByRole('option')
    const own = states.filter({ hasText: String(overdue!['State_Code']) }).first()
    await expect(own).toBeVisible()
    const { read } = apiClient(request, token)
    const offeredOfOtherZones = async (): Promise<string[]> => {
      const offered = await states.allTextContents()
      // Read afterwards, because another test may have added a state to the zone.
      const { items } = await read(`/api/v1/states?Zone_Code=${String(overdue!['Zone_Code'])}`)
      const codes = items.map((state) => String(state['State_Code']))
      return offered.filter((text) => !codes.some((code) => text.includes(code)))
    }
    await expect.poll(offeredOfOtherZones).toEqual([])
    await own.tap()
    await expect(page).toHaveURL(
      `/get?Zone_Code=${String(overdue!['Zone_Code'])}&State_Code=${String(overdue!['State_Code'])}`,
    )
    await page.getByRole('checkbox', { name: 'Select Phulwari Later' }).tap()
    await expect(page.getByText('1 selected')).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    const { Zone_Name } = (await (
      await request.get(`/api/v1/zones/${String(overdue!['Zone_Code'])}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).json()) as Values
    await page.getByRole('button', { name: `Remove filter Zone ${String(Zone_Name)}` }).tap()
    await expect(page).toHaveURL(`/get?State_Code=${String(overdue!['State_Code'])}`)
    await due.getByRole('link', { name: 'Due today' }).tap()
    await expect(cell(page, 'Customer Name')).toHaveText(['Phulwari Never'])

    await page.getByRole('button', { name: 'Plan Visit: Phulwari Never' }).tap()
    // A day off shows a warning and is accepted.
    const off = sundayAfter(today)
    await dialogOf(page).locator('[name=Planned_Date]').fill(formatDate(off))
    await expect(dialogOf(page).locator('[name=Planned_Date]')).toHaveAccessibleDescription(
      `Sunday ${formatDate(off)} is a weekly off. It is planned anyway.`,
    )
    await dialogOf(page).locator('[name=Planned_Time]').fill('11:00')
    await dialogOf(page).getByRole('button', { name: 'Submit' }).tap()
    await expect(cell(page, 'Days Since Visit Pending')).toHaveText(
      `1 never visited planned ${formatDate(off)}`,
    )
    await due.getByRole('link', { name: 'This week' }).tap()
    await expect(due.getByRole('link', { name: 'This week' })).toHaveAttribute('aria-current')
    await page.getByRole('link', { name: 'Clear filters' }).tap()
    await expect(page).toHaveURL('/get?due=week')

    await showQuery(page, '/get?due=overdue&q=phulwari+never')
    await expect(page.getByText('No matches for “phulwari never”.')).toBeVisible()
    await page.getByRole('link', { name: 'Show all due dates' }).tap()
    await expect(cell(page, 'Customer Name')).toHaveText(['Phulwari Never'])
    await showQuery(page, '/get?due=never&Zone_Code=nowhere')
    await expect(page.getByText('All customers have been visited.')).toBeVisible()
    await page.getByRole('link', { name: 'Show all', exact: true }).tap()
    await expect(page).toHaveURL('/get')
    await fitsLongNames(page, save, overdue!)
  },
)

/** A long name without a space does not widen any screen of the narrowest phone, and the close button stays visible. */
async function fitsLongNames(page: Page, save: Save, like: Values): Promise<void> {
  const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...base } = like
  const Customer_Code = 'LONGNAME'
  await save('customer', { ...base, Customer_Code, Customer_Name: 'W'.repeat(120), Last_Visited: null })
  await page.setViewportSize({ width: 360, height: 740 })
  const fits = (where: string): Promise<void> =>
    expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), where).toBe(360)
  for (const path of ['/visitentry', '/get']) {
    await navigateInApp(page, `${path}?q=${Customer_Code}`)
    await page.getByRole('button', { name: /^(Plan Visit|Visit Detail): W/ }).tap()
    const close = dialogOf(page).getByRole('button', { name: 'Close' })
    await expect(close).toBeInViewport({ ratio: 1 })
    expect(await dialogOf(page).evaluate((box) => box.scrollWidth - box.clientWidth), path).toBe(0)
    await close.tap()
    await fits(path)
  }
  await navigateInApp(page, `/customers/${Customer_Code}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('WWW')
  await fits('/customers')
}

const sundayAfter = (day: string): string =>
  weekdayOf(addDays(day, 1)) === 'sunday' ? addDays(day, 1) : sundayAfter(addDays(day, 1))

test(
  'filters by owner and balance, plans three customers around a holiday, saves a view, and edits holidays',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const save = apiClient(request, token).save
    const created = await newTerritory(save, 'Deskpur')
    await test.step('filters by the URL and by the filter controls', () => filtersByOwner(page, save))
    await test.step('plans customers selected over two searches', () => plansThree(page, save, created))
    await test.step('saves, opens and deletes a view', () =>
      savesView(page, String(created[0]!['State_Code'])))
    await test.step('edits working days and holidays', () => editsHolidays(page, save))
  },
)

async function filtersByOwner(page: Page, save: Save): Promise<void> {
  const employee = await make(save, 'employee', { name: 'Kamla Chosen' })
  const queries: URLSearchParams[] = []
  await page.route('/api/v1/visit-plans?*', (route) => {
    queries.push(new URL(route.request().url()).searchParams)
    return route.fulfill({ json: { items: [], next: null, today, timeZone: 'Asia/Kolkata' } })
  })
  const lastQuery = (...names: string[]) => names.map((name) => queries.at(-1)?.get(name))
  await page.goto('/get?employee=none&balance=overdue&due=someday')
  await expect(page.getByText('No customers match the filters.')).toBeVisible()
  expect(lastQuery('employee', 'balance', 'due')).toEqual(['none', 'overdue', null])
  await page.getByRole('button', { name: 'Remove filter Employee No owner' }).click()
  await expect(page).toHaveURL('/get?balance=overdue&due=someday')
  await page.getByRole('button', { name: 'Filter 1' }).click()
  const box = page.locator('[name="only employee"]')
  await box.fill('kamla')
  await expect(page.getByRole('option', { name: 'Kamla Chosen' })).toBeVisible()
  await box.press('Enter')
  await expect(box).toHaveValue(String(employee['employeeNumber']))
  await page.locator('[name="only balance"]').selectOption('Owing')
  await expect.poll(() => lastQuery('employee', 'balance')).toEqual([employee['employeeNumber'], 'owing'])
  await box.fill('no o')
  await page.getByRole('option', { name: 'No owner' }).click()
  await expect.poll(() => lastQuery('employee')).toEqual(['none'])
  await expect(box).toHaveValue('No owner')
  await page.unroute('/api/v1/visit-plans?*')
}

async function plansThree(page: Page, save: Save, created: readonly Values[]): Promise<void> {
  const State_Code = String(created[0]!['State_Code'])
  const holiday = nextWorkingDay(addDays(today, 6), dayOffReasons(['sunday'], [], []))!
  const gone = nextWorkingDay(holiday, dayOffReasons(['sunday'], [], []))!
  await save('holiday', { Holiday_Date: holiday, Holiday_Name: 'Desk Day', State_Code })

  await showQuery(page, '/get?q=deskpur+overdue')
  await page.getByRole('checkbox', { name: 'Select Deskpur Overdue' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('searchbox').fill('deskpur')
  await expect(cell(page, 'Customer Name')).toHaveCount(3)
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select page' }).check()
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Plan visits…' }).click()
  await expect(dialogOf(page).getByRole('heading', { name: 'Plan 3 visits' })).toBeVisible()
  const day = dialogOf(page).locator('[name=Day]')
  await expect(day).toHaveValue(formatDate(nextWorkingDay(today, dayOffReasons(['sunday'], [], []))!))
  await day.fill(formatDate(holiday))
  const sentence = new RegExp(`${formatDate(holiday)} is a holiday in .+: Desk Day\\.`)
  await expect(dialogOf(page).getByText(sentence)).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Submit' }).click()
  await expect(day).toHaveAccessibleDescription('Choose the next working day, or plan anyway')
  expect(await axeViolations(page)).toEqual([])
  await dialogOf(page).getByRole('button', { name: /^Use / }).click()
  await expect(day).toHaveValue(formatDate(gone))
  await dialogOf(page).locator('[name=From]').fill('18:00')
  await expect(dialogOf(page).getByRole('listitem')).toHaveText([
    '18:00 Deskpur Overdue',
    '18:45 Deskpur Never',
    '18:00 Deskpur Later',
  ])
  const sent = page.waitForRequest('/api/v1/visit-plans')
  await dialogOf(page).getByRole('button', { name: 'Submit' }).click()
  expect((await sent).postDataJSON()).toEqual({
    Customer_Codes: [0, 2, 1].map((at) => created[at]!['Customer_Code']),
    Day: gone,
    From: '18:00',
    Every: 45,
  })
  await expect(page.getByText(`3 visits planned from ${formatDate(gone)} 18:00 on`)).toBeVisible()
  await expect(dialogOf(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Plan visits…' })).toHaveCount(0)
  await expect(cell(page, 'Days Since Visit Pending').first()).toContainText(`planned ${formatDate(gone)}`)
}

async function savesView(page: Page, State_Code: string): Promise<void> {
  await showQuery(page, `/get?due=overdue&State_Code=${State_Code}`)
  await page.getByRole('button', { name: 'Views' }).click()
  const views = dialogOf(page)
  await views.getByRole('button', { name: 'Save' }).click()
  await expect(views.locator('[name=name]')).toHaveAccessibleDescription('Name is required')
  const hostile = `Desk <b>1</b> ${String(Date.now())}`
  await views.locator('[name=name]').fill(hostile)
  await views.getByRole('checkbox', { name: 'Share with everyone' }).check()
  await views.getByRole('button', { name: 'Save' }).click()
  await expect(views.getByText(`The view “${hostile}” is saved`)).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await showQuery(page, '/get')
  await expect(cell(page, 'Customer Name')).not.toHaveCount(1)
  await page.getByRole('button', { name: 'Views' }).click()
  await views.getByRole('link', { name: hostile }).click()
  await expect(page).toHaveURL(`/get?due=overdue&State_Code=${State_Code}`)
  await expect(cell(page, 'Customer Name')).toHaveText(['Deskpur Overdue'])
  await page.getByRole('button', { name: 'Views' }).click()
  await views.getByRole('button', { name: `Delete the view ${hostile}` }).click()
  await expect(views.getByText(`The view “${hostile}” is deleted`)).toBeVisible()
  await expect(views.getByRole('link', { name: hostile })).toHaveCount(0)
  await page.keyboard.press('Escape')
}

async function editsHolidays(page: Page, save: Save): Promise<void> {
  const { State_Code } = await make(save, 'state', { State_Name: 'Holiday State' })
  await navigateInApp(page, '/admin/holidays')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Working days')
  await expect(page.getByText('Sunday is off every week.')).toBeVisible()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.locator('[name=Holiday_Date]')).toBeFocused()
  await expect(page.locator('[name=Holiday_Name]')).toHaveAccessibleDescription('Holiday is required')
  await page.locator('[name=Holiday_Date]').fill('14012031')
  await page.locator('[name=Holiday_Name]').fill('Uttarayan')
  await page.locator('[name=State_Code]').fill(String(State_Code))
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Uttarayan is added')).toBeVisible()
  const row = page.getByRole('row', { name: '14/01/2031, Tuesday' })
  await expect(row).toContainText('Holiday State')
  const national = page.getByRole('button', { name: /^Add national holidays/ })
  await national.click()
  await expect(page.getByText(/national holidays? (?:is|are) added|exist already/)).toBeVisible()
  await national.click()
  await expect(page.getByText('All of them exist already')).toBeVisible()
  const year = Number(today.slice(0, 4)) + 1
  await expect(page.getByRole('row', { name: `26/01/${year}` })).toContainText('Republic Day')
  await row.getByRole('button', { name: /^Delete/ }).click()
  await expect(page.getByText('Holiday 14/01/2031 / Uttarayan is deleted')).toBeVisible()
  await expect(row).toHaveCount(0)
}
