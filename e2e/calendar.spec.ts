import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { addDays, formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { mondayOf } from '#domain/visits/calendar.ts'
import { make } from '#testing/build-record.ts'
import { expect, navigateInApp, refusal, test } from './fixtures.ts'
import { axeViolations } from './axe.ts'
import { showQuery } from './show-query.ts'

type Values = Record<string, unknown>

const today = dayIn(new Date(), 'Asia/Kolkata')
/** A Monday far enough away that other tests have no plans there. */
const monday = mondayOf(addDays(today, 60))
/** So that customers are due twelve days before that Monday. */
const dueIn = (Date.parse(monday) - Date.parse(today)) / 86_400_000 - 12

interface Firm {
  save: (name: string, values: Values) => Promise<Values>
  employee: string
  /** Makes a customer with a plan assigned to the employee. */
  plan: (name: string, moment: string, values?: Values) => Promise<Values>
}

/** Each test has its own employee, so that plans of other tests are not shown. */
async function newFirm(request: APIRequestContext, token: string): Promise<Firm> {
  const headers = { authorization: `Bearer ${token}` }
  const save: Firm['save'] = async (name, data) => {
    const response = await request.post(`/api/v1/${entityNamed(name).path}`, { data, headers })
    expect(response.ok(), await response.text()).toBe(true)
    return (await response.json()) as Values
  }
  const employee = String((await make(save, 'employee'))['employeeNumber'])
  const plan: Firm['plan'] = async (Customer_Name, moment, values = {}) => {
    const customer = await make(save, 'customer', {
      Customer_Name,
      Last_Visited: today,
      Visit_In_Days: dueIn,
      Last_Visit_ID: null,
      ...values,
    })
    const { Customer_Code } = customer
    const visit = await save('visit', { Customer_Code, Planned_Date: moment, Planned_Time: moment })
    const data = { Assigned_To: employee, version: visit['version'] }
    const path = `/api/v1/visits/${String(visit['id'])}`
    expect((await request.patch(path, { data, headers })).ok()).toBe(true)
    return { ...customer, ...visit }
  }
  return { save, employee, plan }
}

const cell = (page: Page, drop: string): Locator => page.locator(`[data-drop="${drop}"]`)
const planOf = (within: Page | Locator, name: string): Locator => within.locator('.plan', { hasText: name })

async function dragTo(page: Page, plan: Locator, target: Locator): Promise<void> {
  await page.locator('[data-drags]').waitFor()
  // Plans that are being loaded move the others.
  await expect(page.locator('.calendar-frame[aria-busy=false]')).toBeVisible()
  const [from, to] = [(await plan.boundingBox())!, (await target.boundingBox())!]
  await page.mouse.move(from.x + 20, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 })
  await page.mouse.up()
}

const friday = addDays(monday, 4)

test(
  'moves a plan by mouse, keyboard and dialog, and plans a visit at an empty hour',
  { tag: '@desktop' },
  async ({ page, request, expectedErrors, asAdministrator: { token } }) => {
    expectedErrors.push(refusal(409)) // another user was faster
    const firm = await newFirm(request, token)
    await firm.plan('Dragged Patel', `${monday} 09:30`)
    const late = await firm.plan('Late Shah', `${monday} 09:00`)
    const due = { Last_Visited: today, Visit_In_Days: dueIn, Last_Visit_ID: null }
    await make(firm.save, 'customer', { ...due, Customer_Name: 'Slot Traders' })
    await page.goto(`/calendar?view=week&day=${monday}&employee=${firm.employee}`)
    await test.step('drags to another hour and day, and undoes it', () => dragsAndUndoes(page))
    await test.step('moves by keyboard', () => movesByKeyboard(page))
    await test.step('moves in the dialog', () => movesInDialog(page))
    await test.step('does not overwrite the change of another user', async () => {
      const headers = { authorization: `Bearer ${token}` }
      const path = `/api/v1/visits/${String(late['id'])}`
      const { version } = (await (await request.get(path, { headers })).json()) as Values
      const changed = await request.patch(path, { data: { Remarks: 'Bring seed', version }, headers })
      expect(changed.ok(), await changed.text()).toBe(true)
      await dragTo(page, planOf(page, 'Late Shah'), cell(page, `${friday} 12`))
      await expect(page.getByText(/^Another user planned this meanwhile/)).toBeVisible()
      await expect(planOf(cell(page, `${monday} 9`), 'Late Shah')).toBeVisible()
    })
    await test.step('has keys in the month', () => movesInMonth(page))
    await showQuery(page, `/calendar?view=week&day=${monday}&employee=all`)
    await test.step('plans at an empty hour', () => plansAtEmptyHour(page))
    await test.step('colours plans by employee', () => coloursByEmployee(page))
  },
)

async function dragsAndUndoes(page: Page): Promise<void> {
  const moved = planOf(page, 'Dragged Patel')
  await expect(planOf(cell(page, `${monday} 9`), 'Dragged Patel')).toHaveText('09:30 Dragged Patel · planned')

  await dragTo(page, moved, cell(page, `${friday} 11`))
  await expect(planOf(cell(page, `${friday} 11`), 'Dragged Patel')).toBeVisible()
  await expect(page.getByText(`Moved Dragged Patel to ${formatDate(friday)} 11:30`)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(planOf(cell(page, `${monday} 9`), 'Dragged Patel')).toBeVisible()
  await expect(page.getByText(`Moved Dragged Patel to ${formatDate(monday)} 09:30`)).toBeVisible()
}

/** By a day or an hour; a day off shows a warning. */
async function movesByKeyboard(page: Page): Promise<void> {
  const moved = planOf(page, 'Dragged Patel')
  await moved.focus()
  await expect(moved).toBeFocused()
  await page.keyboard.press('Alt+ArrowLeft')
  const sunday = addDays(monday, -1)
  await expect(page.getByText('Sunday is a weekly off. It is planned anyway.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`day=${sunday}`))
  await expect(moved).toBeFocused()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(page.getByText(`Moved Dragged Patel to ${formatDate(monday)} 09:30`)).toBeVisible()
  await expect(moved).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(planOf(cell(page, `${monday} 10`), 'Dragged Patel')).toBeVisible()
  await expect(page.getByText(`Moved Dragged Patel to ${formatDate(monday)} 10:30`)).toBeVisible()

  // Faster than the connection: moves are sent one after the other, and the last one stays.
  await page.route('**/api/plan-visit', async (route) => {
    await new Promise((done) => setTimeout(done, 300))
    await route.continue()
  })
  for (let n = 0; n < 3; n++) {
    await page.keyboard.press('Alt+ArrowRight')
    await expect(planOf(cell(page, `${addDays(monday, n + 1)} 10`), 'Dragged Patel')).toBeFocused()
  }
  await expect(page.getByText(`Moved Dragged Patel to ${formatDate(addDays(monday, 3))} 10:30`)).toBeVisible()
  await page.unroute('**/api/plan-visit')
}

async function movesInDialog(page: Page): Promise<void> {
  const moved = planOf(page, 'Dragged Patel')
  await moved.click()
  expect(await axeViolations(page), 'the dialog').toEqual([])
  const dialog = page.getByRole('dialog', { name: 'Dragged Patel' })
  await dialog.getByLabel('Day', { exact: true }).fill('31/02/2027')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(dialog.getByText('Day should be a date like 31/12/2026')).toBeVisible()
  await dialog.getByLabel('Day', { exact: true }).fill(formatDate(addDays(monday, 13)))
  await expect(dialog.getByText(/^Sunday .* is a weekly off\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Move' }).press('Enter')
  await expect(page.locator('[aria-pressed=true]')).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(planOf(cell(page, `${addDays(monday, 3)} 10`), 'Dragged Patel')).toBeVisible()
}

async function movesInMonth(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Month' }).click()
  await expect(planOf(cell(page, addDays(monday, 3)), 'Dragged Patel')).toBeVisible()
  await page.locator(`[data-date="${monday}"]`).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.locator(`[data-date="${addDays(monday, 1)}"]`)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.locator(`[data-date="${addDays(monday, -6)}"]`)).toBeFocused()
  await page.keyboard.press('t')
  await expect(page.locator(`[data-date="${today}"]`)).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(page.locator('[aria-pressed=true]')).toBeFocused()
  expect(await axeViolations(page), 'the month').toEqual([])
}

async function plansAtEmptyHour(page: Page): Promise<void> {
  const slot = page.getByRole('button', { name: new RegExp(`${formatDate(monday)} 14:00$`) })
  await slot.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Customer' }).fill('slot tr')
  await expect(dialog.getByRole('option').first()).toBeVisible()
  expect(await axeViolations(page), 'the dialog').toEqual([])
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toContainText('Plan Visit: Slot Traders')
  await expect(dialog.locator('[name=Planned_Date]')).toHaveValue(formatDate(monday))
  await expect(dialog.locator('[name=Planned_Time]')).toHaveValue('14:00')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(planOf(cell(page, `${monday} 14`), 'Slot Traders')).toBeVisible()

  // By keyboard: down from the day to its first empty hour, and Enter.
  await page.locator(`[data-date="${monday}"]`).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator(`[data-slot="${monday} 8"]`)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator(`[data-slot="${monday} 10"]`), 'nine is taken').toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.locator(`[data-slot="${addDays(monday, 1)} 10"]`)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('10:00')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

async function coloursByEmployee(page: Page): Promise<void> {
  await page.getByLabel('Colours').selectOption('Colours by employee')
  await expect(page).toHaveURL(/colour=employee/)
  await expect(planOf(page, 'Dragged Patel')).toHaveAttribute('data-colour', /^\d$/)
  await expect(page.getByRole('list', { name: 'Colours by employee' }).getByRole('listitem')).not.toHaveCount(
    0,
  )
  expect(await axeViolations(page), 'colours by employee').toEqual([])
}

test(
  'shows the order, the reasons and the map of a day route, and moves a plan by touch',
  { tag: '@phone' },
  async ({ page, request, server, expectedErrors, asAdministrator: { token } }) => {
    expectedErrors.push(refusal(422)) // unknown employee
    const firm = await newFirm(request, token)
    await test.step('the route', () => showsRoute(page, firm, server.url))
    await test.step('the calendar', () => movesByTouch(page, firm))
    await test.step('the calendar feed', () => usesFeed(page, request))
  },
)

async function showsRoute(page: Page, { plan, save, employee }: Firm, origin: string): Promise<void> {
  const one = await plan('Round Amin', `${monday} 09:00`)
  const two = await plan('Round Bhatt', `${monday} 10:00`)
  const three = await plan('Round Chauhan', `${monday} 11:00`, { Last_Visited: null })
  for (const [{ Customer_Code }, Place] of [
    [one, '22.5,72.9'],
    [two, '22.9,72.9'],
    [three, '22.7,72.9'],
  ] as const)
    await save('customerPlace', { Customer_Code, Place })
  await save('balance', {
    Customer_Code: one['Customer_Code'],
    As_Of: today,
    Receivable: 9000,
    Overdue: 4000,
  })
  const tiles: string[] = []
  const strangers: string[] = []
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"/>'
  await page.route(
    (url) => url.origin !== origin,
    (route) => {
      const { host, pathname } = new URL(route.request().url())
      if (host !== 'tile.openstreetmap.org') strangers.push(host)
      tiles.push(pathname)
      return route.fulfill({ contentType: 'image/svg+xml', body: picture })
    },
  )
  await page.goto(`/round?day=${monday}&employee=${employee}`)
  const names = page.locator('.round-stop h2 a')
  await expect(names).toHaveText(['Round Amin', 'Round Chauhan', 'Round Bhatt'])
  const first = page.locator('.round-stop').first()
  await expect(first.getByRole('list', { name: 'Reasons' }).getByRole('listitem')).toHaveText([
    `Due on ${formatDate(addDays(monday, -12))}`,
    `₹4,000 overdue (as of ${formatDate(today)})`,
  ])
  await expect(page.locator('.round-stop').nth(1).getByText('Never visited')).toBeVisible()
  await expect(
    page.getByText('44 km shortest order · 67 km by appointment time (straight line)'),
  ).toBeVisible()
  await expect(page.getByRole('img', { name: 'Map of 3 stops' })).toBeVisible()
  await expect(page.locator('.map-stop text')).toHaveText(['1', '2', '3'])
  await expect(page.getByText('OpenStreetMap contributors')).toBeVisible()
  await expect.poll(() => tiles.length).toBeGreaterThan(3)
  expect(tiles.every((path) => /^\/\d+\/\d+\/\d+\.png$/.test(path))).toBe(true)
  expect(strangers).toEqual([])
  await expect(page.getByRole('link', { name: 'Open in maps' })).toHaveAttribute(
    'href',
    /maps\/dir\/\?api=1&destination=22\.9%2C72\.9.*origin=22\.5%2C72\.9&waypoints=22\.7%2C72\.9/,
  )

  await expect(first.getByRole('link', { name: 'Map of Round Amin' })).toHaveAttribute(
    'href',
    'https://www.google.com/maps/search/?api=1&query=22.5,72.9',
  )
  const code = String(one['Customer_Code'])
  await expect(first.getByRole('link', { name: 'Visit Detail of Round Amin' })).toHaveAttribute(
    'href',
    `/visitentry?q=${code}&open=${code}`,
  )

  // A custom order is saved and reset.
  await page.getByRole('button', { name: 'Move up: Round Bhatt' }).tap()
  await expect(page.getByText('Round Bhatt is now stop 2 of 3')).toBeVisible()
  await expect(page.getByText('67 km custom order (straight line)')).toBeVisible()
  await plan('Round Dave', `${monday} 12:00`)
  await page.reload()
  await expect(names).toHaveText(['Round Amin', 'Round Bhatt', 'Round Chauhan', 'Round Dave'])
  expect(await axeViolations(page), 'the route').toEqual([])
  await page.getByRole('button', { name: 'Use shortest order' }).tap()
  await expect(names).toHaveText(['Round Amin', 'Round Chauhan', 'Round Bhatt', 'Round Dave'])

  // A missing location can be set.
  await expect(page.getByText(/^1 stop has no location/)).toBeVisible()
  await page.getByRole('button', { name: 'Set location of Round Dave' }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Latitude and longitude', { exact: true }).fill('somewhere')
  await dialog.getByRole('button', { name: 'Save' }).tap()
  await expect(dialog.getByText(/^Enter latitude and longitude/)).toBeVisible()
  expect(await axeViolations(page), 'the location dialog').toEqual([])
  await dialog.getByLabel('Latitude and longitude', { exact: true }).fill('23.0, 72.9')
  await dialog.getByRole('button', { name: 'Save' }).tap()
  await expect(page.locator('.map-stop')).toHaveCount(4)

  // An unknown employee is reported, and the screen falls back to all.
  await showQuery(page, `/round?day=${monday}&employee=NOPE`)
  await expect(page.getByText('There is no employee NOPE. Everyone’s visits are shown.')).toBeVisible()
  await showQuery(page, `/round?day=${monday}&employee=${employee}`)

  // The print has the stops and space for notes, and no map.
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.round-notes').first()).toBeVisible()
  await expect(page.locator('.map-frame')).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Visits' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
}

async function movesByTouch(page: Page, { plan, employee }: Firm): Promise<void> {
  const monday = mondayOf(addDays(today, 67))
  await plan('Held Desai', `${monday} 09:30`)
  const tuesday = addDays(monday, 1)
  await navigateInApp(page, `/calendar?view=week&day=${monday}&employee=${employee}`)
  const held = planOf(page, 'Held Desai')
  await expect(held).toBeVisible()
  await expect(page.locator('.calendar-frame[aria-busy=false]')).toBeVisible()
  await held.scrollIntoViewIfNeeded()
  const [from, to] = [(await held.boundingBox())!, (await cell(page, tuesday).boundingBox())!]
  const touch = await page.context().newCDPSession(page)
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0): Promise<unknown> =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  await finger('touchStart', from.x + 40, from.y + 10)
  await expect(page.locator('.drag-ghost')).toBeVisible()
  for (const part of [0.3, 0.6, 1])
    await finger('touchMove', from.x + 40, from.y + 10 + (to.y + 12 - from.y - 10) * part)
  await finger('touchEnd')
  await expect(page.getByText(`Moved Held Desai to ${formatDate(tuesday)} 09:30`)).toBeVisible()
  await expect(planOf(cell(page, tuesday), 'Held Desai')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // The month on a phone: number of visits, and the chosen day below.
  await showQuery(page, `/calendar?view=month&day=${monday}&employee=${employee}`)
  const date = page.locator(`[data-date="${tuesday}"]`)
  await expect(date).toHaveText(/, 1 visit$/)
  await date.tap()
  await expect(planOf(page.getByRole('region', { name: formatDate(tuesday) }), 'Held Desai')).toBeVisible()
  expect(await axeViolations(page), 'the month on a phone').toEqual([])
}

/** What is in the feed: server/calendar/feed.test.ts. */
async function usesFeed(page: Page, request: APIRequestContext): Promise<void> {
  await navigateInApp(page, '/account')
  await page.getByRole('button', { name: /^Create/ }).tap()
  const valueOf = (label: string): Promise<string> => page.getByLabel(label, { exact: true }).inputValue()
  const address = await valueOf('Secret address')
  expect(new URL(address).pathname).toMatch(/^\/api\/calendar\/[\w-]{43}\.ics$/)
  const [open, name, password] = [
    await valueOf('Address'),
    await valueOf('User name'),
    await valueOf('Password'),
  ]
  expect(new URL(open).pathname).toBe('/api/calendar.ics')
  expect(address).not.toContain(password)
  await page.getByRole('button', { name: 'Copy the password' }).tap()
  await expect(page.getByText(/^Password copied$|Copy the selected text yourself/)).toBeVisible()
  expect(await axeViolations(page), 'the account').toEqual([])
  const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
  const feed = await request.get(open, { headers: { authorization } })
  expect(feed.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  expect((await request.get(address)).status()).toBe(200)
  await page.getByRole('button', { name: 'Switch off' }).tap()
  await expect(page.getByText('The calendar feed is switched off')).toBeVisible()
  expect((await request.get(address)).status()).toBe(404)
  expect((await request.get(open, { headers: { authorization } })).status()).toBe(401)
}
