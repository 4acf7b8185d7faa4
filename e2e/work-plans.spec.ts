import type { APIRequestContext, Page } from '@playwright/test'
import { addDays, formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { mondayOf } from '#domain/visits/calendar.ts'
import { apiClient, type Values } from './api-client.ts'
import { axeViolations } from './axe.ts'
import { expect, navigateInApp, refusal, test } from './fixtures.ts'

const today = dayIn(new Date(), 'Asia/Kolkata')
const monday = addDays(mondayOf(today), 7)
const week = { From_Date: monday, To_Date: addDays(monday, 6) }
const password = 'marigold-and-monsoon'

type Api = ReturnType<typeof apiClient>

interface Territory {
  employee: string
  codes: string[]
}

/** An employee with overdue customers, two kilometres from each other. */
async function newTerritory(api: Api, word: string, count: number, email?: string): Promise<Territory> {
  const first = await api.make('customer', {
    Customer_Name: `${word} 1`,
    Customer_Code: `${word.toUpperCase()}1`,
    Last_Visited: addDays(today, -60),
    Last_Visit_ID: null,
    Visit_In_Days: 30,
  })
  const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...base } = first
  await api.save('cityPlace', { City_Code: base['City_Code'], Place: '23.85,72.13' })
  const levels = ['country', 'zone', 'state', 'pool', 'station', 'city']
  const place = levels.map((level) => [
    `${level}Code`,
    base[`${level[0]!.toUpperCase()}${level.slice(1)}_Code`],
  ])
  const { employeeNumber } = await api.make('employee', {
    ...Object.fromEntries(place),
    name: `${word} Planner`,
    ...(email !== undefined && { email, userId: `U-${word.toUpperCase()}` }),
  })
  const codes: string[] = []
  for (let n = 1; n <= count; n++) {
    const Customer_Code = `${word.toUpperCase()}${n}`
    if (n > 1) await api.save('customer', { ...base, Customer_Code, Customer_Name: `${word} ${n}` })
    await api.save('assignment', { Customer_Code, From_Day: '2026-01-01', Employee_Number: employeeNumber })
    await api.save('customerPlace', { Customer_Code, Place: `${23.85 + n * 0.02},72.13` })
    codes.push(Customer_Code)
  }
  return { employee: String(employeeNumber), codes }
}

/** Makes a plan for the next week and waits until it is solved. */
async function planned(api: Api, employee: string): Promise<string> {
  const { items } = (await api.send('/api/v1/planning', { Employee_Numbers: [employee], ...week })) as {
    items: { Plan_ID: string }[]
  }
  const plan = items[0]!.Plan_ID
  await expect
    .poll(async () => ((await api.read(`/api/v1/planning/${plan}`)) as Values)['run'], { timeout: 40_000 })
    .toMatchObject({ state: 'done' })
  return plan
}

interface Person {
  email: string
  role: string
  code: string
  manager: string | null
}

/** A user with an account; the reporting line goes by the codes. */
async function newUser(
  request: APIRequestContext,
  api: Api,
  token: string,
  { email, role, code, manager }: Person,
): Promise<string> {
  await api.make('staffUser', {
    User_Id: `U-${code.toUpperCase()}`,
    Employee_Code: code,
    Employee_Name: code,
    Emp_Mail_Id: email,
    Admin_Rpt_Manager_Code: manager,
    Function_Rpt_Manager_Code: null,
  })
  const registered = await request.post('/api/auth/register', { data: { username: code, email, password } })
  const { account } = (await registered.json()) as { account: { id: string } }
  const approved = await request.patch(`/api/admin/users/${account.id}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { status: 'active', role, version: 1 },
  })
  expect(approved.ok(), await approved.text()).toBe(true)
  const response = await request.post('/api/auth/login', { data: { email, password } })
  return ((await response.json()) as { token: string }).token
}

/** Chooses an entry of the menu of a plan. */
async function chooseMore(page: Page, entry: string): Promise<void> {
  await page.locator('.plan-actions').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

async function openAs(page: Page, token: string, path: string): Promise<void> {
  await page.evaluate((value) => localStorage.setItem('token', value), token)
  await page.goto(path)
}

test(
  'plans a week, edits it with Undo, does what would help, accepts it and takes it back',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    test.slow()
    const api = apiClient(request, token)
    const { employee } = await newTerritory(api, 'Amrut', 9)
    // With only one employee there is nothing to choose.
    await api.make('employee', { name: 'Another Planner' })
    await api.save('workingTime', { Employee_Number: employee, Stops_Per_Day: 1 })
    await page.goto('/get')
    await page.getByRole('link', { name: 'Plan a week or a month' }).click()
    const dialog = page.getByRole('dialog', { name: 'Plan a week or a month' })
    await expect(dialog.getByLabel('Days')).toContainText(`Next week, ${formatDate(monday)}`)
    await dialog.getByRole('button', { name: 'Plan', exact: true }).click()
    await expect(dialog.getByText('Choose the people to plan for')).toBeVisible()
    await dialog.getByRole('checkbox', { name: /Amrut Planner/ }).check()
    await dialog.getByRole('button', { name: 'Plan', exact: true }).click()
    await expect(dialog.getByText('1 of 1 plan solved')).toBeVisible({ timeout: 60_000 })
    await expect(dialog.getByText('6 of 9 visits planned')).toBeVisible()
    await dialog.getByRole('link', { name: 'Amrut Planner' }).click()

    await expect(page.getByRole('heading', { name: 'Plan of Amrut Planner' })).toBeVisible()
    await expect(page.getByText('9 visits fall due, 6 fit.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Not in time: 3' })).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    const namesOn = (at: number) => page.locator('.plan-day').nth(at).locator('.plan-who a')
    const first = (await namesOn(0).textContent())!
    const second = (await namesOn(1).textContent())!
    await page.getByRole('button', { name: `Later: ${first}` }).click()
    await expect(page.getByText(`${first} is moved to ${formatDate(addDays(monday, 1))}`)).toBeVisible()
    await expect(page.getByText('2 stops are more than the 1 of a day')).toBeVisible()
    await expect(page.getByRole('button', { name: `Later: ${first}` })).toBeFocused()
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone')).toBeVisible()
    await expect(namesOn(0)).toHaveText(first)
    await expect(namesOn(1)).toHaveText(second)

    // One that did not fit is added, and a change of another tab is not overwritten.
    await page
      .getByRole('button', { name: /^Add: / })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
    await expect(page.getByText(/is added on/)).toBeVisible()
    await expect(page.getByText('9 visits fall due, 7 planned.')).toBeVisible()
    const path = new URL(page.url()).pathname.replace('/work-plans/', '/api/v1/planning/')
    const shown = (await api.read(path)) as unknown as Values
    const other = await request.put(`${path}/stops`, {
      headers: { authorization: `Bearer ${token}` },
      data: { version: shown['version'], stops: [] },
    })
    expect(other.ok()).toBe(true)
    expectedErrors.push(refusal(409))
    await page.getByRole('button', { name: `Remove: ${first}` }).click()
    await expect(page.getByText('Your change was not saved. The plan is shown as it is now')).toBeVisible()
    await expect(page.getByText('9 visits fall due, 0 planned.')).toBeVisible()

    await chooseMore(page, 'Solve again')
    const measure = page.getByRole('button', { name: 'Do it: 1 more stop a day would do' })
    await expect(measure).toBeVisible({ timeout: 60_000 })
    await measure.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Do it and solve again' }).click()
    await expect(page.getByText('1 record was changed. The plan is being solved again')).toBeVisible()
    // Undone while it is solved: the plan follows by itself.
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('1 record undone. The plan is being solved again')).toBeVisible()
    await expect(page.getByText('9 visits fall due, 6 fit.')).toBeVisible({ timeout: 60_000 })
    await measure.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Do it and solve again' }).click()
    await expect(page.getByText('9 visits fall due, all fit.')).toBeVisible({ timeout: 60_000 })

    await page.getByRole('button', { name: 'Accept as planned visits' }).click()
    await expect(page.getByText('9 visits are planned')).toBeVisible()
    await expect(page.locator('.plan-state')).toHaveText('Accepted')
    await expect(page.getByRole('button', { name: /^Remove: / })).toHaveCount(0)
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('9 records undone')).toBeVisible()
    await expect(page.locator('.plan-state')).toHaveText('Draft')

    await chooseMore(page, 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('The plan of Amrut Planner is deleted')).toBeVisible()
    await expect(page).toHaveURL('/work-plans')
  },
)

test(
  'tells appointments from stops kept by hand, adds any customer, and prints',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    test.slow()
    const api = apiClient(request, token)
    const { employee, codes } = await newTerritory(api, 'Bajra', 4)
    // Visited today, so it is not due.
    await api.make('customer', {
      Customer_Name: 'Jowar Traders',
      Customer_Code: 'JOWAR1',
      Last_Visited: today,
      Last_Visit_ID: null,
    })
    await api.send('/api/v1/visit-plans', {
      Customer_Codes: [codes[1]],
      Day: addDays(monday, 1),
      From: '11:00',
      Assigned_To: employee,
    })
    const plan = await planned(api, employee)
    await page.goto(`/work-plans/${plan}`)
    const stopOf = (name: string) => page.locator('.plan-stop').filter({ hasText: name })
    await expect(stopOf('Bajra 2').getByText('Appointment')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Keep day and time: Bajra 2' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Keep day and time: Bajra 3' }).click()
    await expect(stopOf('Bajra 3').getByText('Kept by hand')).toBeVisible()
    await expect(stopOf('Bajra 3').getByText('Appointment')).toHaveCount(0)

    await page.getByRole('button', { name: 'Add a customer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a customer' })
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expect(dialog.getByText('Choose a customer from the list')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Customer' }).fill('Jowar')
    await page.getByRole('option', { name: /Jowar Traders/ }).click()
    await dialog.getByLabel('Day', { exact: true }).selectOption(addDays(monday, 3))
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByText(`Jowar Traders is added on ${formatDate(addDays(monday, 3))}`)).toBeVisible()
    await expect(stopOf('Jowar Traders')).toBeVisible()

    await page.emulateMedia({ media: 'print' })
    for (const hidden of ['.plan-actions', '.plan-tools'])
      await expect(page.locator(hidden).first()).toBeHidden()
    for (const name of ['Bajra 1', 'Bajra 2', 'Jowar Traders']) await expect(stopOf(name)).toBeVisible()
    await expect(stopOf('Bajra 2').getByText('Appointment')).toBeVisible()
  },
)

test(
  'working time and leave are set from the employee and from the plans',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    const api = apiClient(request, token)
    expectedErrors.push(refusal(422))
    const { id } = await api.make('employee', { name: 'Chana Planner' })
    await page.goto(`/records/employees/${String(id)}`)
    await page.getByRole('link', { name: 'Working time and leave' }).click()
    const dialog = page.getByRole('dialog', { name: 'Working time of Chana Planner' })
    await dialog.getByLabel('Stops a day').fill('99')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByLabel('Stops a day')).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel('Stops a day').fill('6')
    await dialog.getByLabel('Plan Ahead Days').fill('14')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The working time of Chana Planner is saved')).toBeVisible()
    await expect(page).toHaveURL('/work-plans')
    await page.getByRole('button', { name: 'Working time and leave' }).click()
    const choice = page.getByRole('dialog', { name: 'Working time and leave' })
    await expect(choice.getByRole('listitem').filter({ hasText: 'Chana Planner' })).toContainText(
      '6 stops a day',
    )
    await choice.getByRole('button', { name: 'Chana Planner' }).click()
    await expect(dialog.getByLabel('Plan Ahead Days')).toHaveValue('14')
  },
)

test(
  'a plan is sent, returned with a note, sent again and approved',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    test.slow()
    const api = apiClient(request, token)
    const [email, boss] = ['kesar@planner.example', 'meena@manager.example']
    const manager = await newUser(request, api, token, {
      email: boss,
      role: 'OFFICE',
      code: 'Meena',
      manager: null,
    })
    const { employee } = await newTerritory(api, 'Kesar', 3, email)
    const own = await newUser(request, api, token, { email, role: 'FIELD', code: 'Kesar', manager: 'Meena' })
    const plan = await planned(api, employee)

    await openAs(page, own, '/work-plans')
    await page.getByRole('link', { name: 'Kesar Planner' }).click()
    await page.getByRole('button', { name: 'Send for approval' }).click()
    await expect(page.getByText('The plan of Kesar Planner was sent to Meena')).toBeVisible()
    await expect(page.locator('.plan-state')).toHaveText('Waits for approval')
    await expect(page.getByRole('button', { name: /^Remove: / })).toHaveCount(0)

    await openAs(page, manager, '/plan-approvals')
    await page.getByRole('button', { name: 'Return: plan of Kesar Planner' }).click()
    await page.getByLabel('Note').fill('Patan first')
    await page.getByRole('dialog').getByRole('button', { name: 'Return' }).click()
    await expect(page.getByText('The plan of Kesar Planner was returned')).toBeVisible()

    await openAs(page, own, `/work-plans/${plan}`)
    await expect(page.locator('.plan-state')).toContainText('Returned')
    await expect(page.locator('.plan-state')).toContainText('Patan first')
    await page
      .getByRole('button', { name: /^Later: / })
      .first()
      .click()
    await expect(page.locator('.notice')).toContainText('Kesar')
    await page.getByRole('button', { name: 'Send for approval' }).click()
    await expect(page.getByText('The plan of Kesar Planner was sent to Meena')).toBeVisible()

    await openAs(page, manager, '/plan-approvals')
    await page.getByRole('button', { name: 'Approve: plan of Kesar Planner' }).click()
    await expect(page.getByText('The plan of Kesar Planner is approved')).toBeVisible()
    await navigateInApp(page, `/work-plans/${plan}`)
    await expect(page.locator('.plan-state')).toHaveText('Approved')
    await expect(page.getByRole('button', { name: 'Accept as planned visits' })).toBeVisible()
  },
)

test(
  'a field account sees and changes its own plan on a phone',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token } }) => {
    test.slow()
    const api = apiClient(request, token)
    const email = 'tulsi@planner.example'
    const { employee } = await newTerritory(api, 'Tulsi', 4, email)
    const own = await newUser(request, api, token, { email, role: 'FIELD', code: 'Tulsi', manager: null })
    const plan = await planned(api, employee)
    await openAs(page, own, '/work-plans')
    await page.getByRole('link', { name: 'Tulsi Planner' }).tap()
    await expect(page).toHaveURL(`/work-plans/${plan}`)
    await expect(page.getByText('4 visits fall due, all fit.')).toBeVisible()
    // Two rows of buttons: the rest is in a menu.
    expect((await page.locator('.plan-actions').boundingBox())!.height).toBeLessThan(120)
    await page.locator('.plan-actions').getByRole('button', { name: 'More' }).tap()
    await expect(page.getByRole('menuitem', { name: 'Print' })).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove: Tulsi 2' }).tap()
    await expect(page.getByText('Tulsi 2 is removed')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Not in time: 1' })).toBeVisible()
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).tap()
    await expect(page.getByText('4 visits fall due, all fit.')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  },
)
