import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { addDays, formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { customerPath } from '#domain/visits/customer-path.ts'
import { make } from '#testing/build-record.ts'
import { expect, navigateInApp, refusal, test } from './fixtures.ts'
import { axeViolations, axeViolationsAsShown } from './axe.ts'
import { apiClient, type Values } from './api-client.ts'

const today = dayIn(new Date(), 'Asia/Kolkata')

/** Each test has its own customers, all of one place. */
async function newCustomers(request: APIRequestContext, token: string, ...all: Values[]): Promise<void> {
  const save = apiClient(request, token).save
  const [first, ...others] = all
  const created = await make(save, 'customer', { Last_Visited: null, Last_Visit_ID: null, ...first })
  const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...base } = created
  for (const values of others) await save('customer', { ...base, ...values })
}

const section = (page: Page, name: string): Locator => page.getByRole('region', { name })
const tab = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: /^About / }).getByRole('link', { name })

test(
  'checks and saves pasted balances, and shows them on the page of the customer',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const [code, odd] = ['BAL-1', 'BAL/2 %']
    await newCustomers(
      request,
      token,
      { Customer_Code: code },
      { Customer_Code: odd, Customer_Name: 'Odd Slash' },
    )
    await page.goto('/admin/balances')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Balances')
    const rows = page.locator('[name=rows]')
    await rows.fill('What,ever\n1,2\n')
    await page.getByRole('button', { name: 'Check rows' }).click()
    await expect(rows).toHaveAccessibleDescription(
      /The first line should name the columns\. Missing: Customer Code/,
    )
    await rows.fill(
      `Party Code\tOutstanding\tOverdue Amount\n${code}\t1,25,000.50\t4,000\nStranger\t10\t0\n${odd}\t(500)\t\n${code}\t1\t1\n=cmd\tmany\t0\n`,
    )
    await page.getByRole('button', { name: 'Check rows' }).click()
    const day = page.locator('[name=As_Of]')
    await expect(day).toHaveAccessibleDescription(/The rows have no date/)
    await day.fill(formatDate(today))
    await page.getByRole('button', { name: 'Check rows' }).click()

    await expect(page.getByRole('heading', { name: '2 balances can be saved' })).toBeFocused()
    const listed = page.locator('tbody tr')
    await expect(listed).toHaveCount(3)
    await expect(listed.nth(0)).toContainText('There is no customer Stranger (Customer Code)')
    await expect(listed.nth(1)).toContainText('Line 2 has the same customer and day')
    await expect(listed.nth(2)).toContainText('Receivable should be an amount like 1,25,000.50')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download rejected rows' }).click()
    const file = readFileSync(await (await downloading).path(), 'utf8')
    expect(file).toContain(`'=cmd,many,0,${today},"Receivable should be an amount`)
    await page.getByRole('button', { name: 'new 2' }).click()
    await expect(listed).toHaveCount(2)
    expect(await axeViolations(page), 'the report').toEqual([])
    const known = await request.get(`/api/v1/balances/${code}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(known.status(), 'nothing is saved by the check').toBe(404)
    await page.getByRole('button', { name: 'Save 2 balances' }).click()
    await expect(page.getByRole('heading', { name: '2 balances saved' })).toBeVisible()

    await page.getByRole('button', { name: 'new 2' }).click()
    await page.getByRole('link', { name: odd }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Odd Slash')
    await expect(section(page, 'Balance')).toContainText(
      `₹500 in credit, ₹0 overdue, as of ${formatDate(today)}`,
    )
    await navigateInApp(page, customerPath(code))
    await expect(page.getByText('Balance: ₹1,25,000.50 receivable, ₹4,000 overdue')).toBeVisible()
    await page.getByRole('link', { name: 'Balance', exact: true }).click()
    await expect(page).toHaveURL(customerPath(code, 'money'))
    await expect(section(page, 'Balance')).toContainText('₹1,25,000.50 receivable, ₹4,000 overdue')
  },
)

test.describe('personal data', () => {
  // Other tests count the customers, and an erased one is no longer visited.
  test.use({ isSample: true })

  test(
    'exports and erases the personal data of a customer, with a reason',
    { tag: '@desktop' },
    async ({ page, request, asAdministrator: { token } }) => {
      const [code, name, local, phone] = ['ERASE-1', 'Meena Erased', 'મીના', '+91 98250 44444']
      await newCustomers(request, token, {
        Customer_Code: code,
        Customer_Name: name,
        Local_Name: local,
        Customer_Phone: phone,
      })
      await page.goto(customerPath(code, 'data'))
      await expect(page.locator('main')).toContainText(`· ${local}`)
      // Also without a font of the system, which would show boxes.
      const loadedFaces = (): Promise<number> =>
        page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length)
      await expect.poll(loadedFaces).toBeGreaterThan(0)
      const part = section(page, 'Personal data')
      const downloading = page.waitForEvent('download')
      await part.getByRole('button', { name: 'Export everything as JSON' }).click()
      const file = readFileSync(await (await downloading).path(), 'utf8')
      expect(JSON.parse(file)).toBeInstanceOf(Object)
      expect(file).toContain(name)

      await part.getByRole('button', { name: 'Erase…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Erase the personal data?' })
      await expect(dialog.getByRole('heading', { name: 'Stays' })).toBeVisible()
      expect(await axeViolations(page), 'the dialog').toEqual([])
      const reason = dialog.getByRole('textbox', { name: 'Reason' })
      const erase = dialog.getByRole('button', { name: 'Erase' })
      await erase.click()
      await expect(reason).toHaveAccessibleDescription(/Enter a reason/)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)

      await part.getByRole('button', { name: 'Erase…' }).click()
      await reason.fill('Asked by letter')
      await erase.dblclick()
      await expect(page.getByText('The personal data was erased', { exact: true })).toBeVisible()
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(name)
      await expect(page.locator('main')).not.toContainText(local)
      await expect(page.locator('main')).not.toContainText(phone)
      const { items } = await apiClient(request, token).read(`/api/v1/customers?Customer_Code=${code}`)
      expect(JSON.stringify(items)).not.toMatch(/Meena|44444/)
    },
  )
})

test(
  'shows everything about a customer on one page, on a phone',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token }, expectedErrors, context }) => {
    expectedErrors.push(refusal(404))
    const code = 'PAGE-1'
    const name = 'Kanta Whole'
    const codes = ['...', '%2F', 'કોડ ૧']
    await newCustomers(
      request,
      token,
      { Customer_Code: code, Customer_Name: name, Customer_Phone: '+91 55500 11111' },
      ...codes.map((each) => ({ Customer_Code: each, Customer_Name: `Called ${each}` })),
    )
    const headers = { authorization: `Bearer ${token}` }
    const send = async (path: string, data: Values): Promise<void> => {
      const response = await request.post(path, { data, headers })
      expect(response.ok(), await response.text()).toBe(true)
    }
    const detail = { Customer_Code: code, New_Recommended_Crops: ['Wheat'], Season_Recommendation: 'Winter' }
    // Two more than a page of the timeline, with the plan.
    for (let nth = 21; nth > 0; nth--)
      await send('/api/plan-visit', {
        ...detail,
        Feedback: `Seen ${nth}`,
        Visited_On: addDays(today, -nth * 2),
      })
    await send('/api/plan-visit', {
      Customer_Code: code,
      Planned_Date: addDays(today, 3),
      Planned_Time: '09:30',
      Remarks: 'Bring seed',
    })
    for (const [ago, Receivable] of [
      [30, 900],
      [9, 400],
    ] as const)
      await send('/api/v1/balances/upload', {
        rows: [{ Customer_Code: code, As_Of: addDays(today, -ago), Receivable, Overdue: 100 }],
      })

    await page.goto(customerPath(code))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page.getByRole('link', { name: '+91 55500 11111' })).toHaveAttribute(
      'href',
      'tel:+915550011111',
    )
    await expect(section(page, 'Next plan')).toContainText(`${formatDate(addDays(today, 3))} 09:30Bring seed`)
    const visits = section(page, 'Visits').locator('.timeline > li')
    await expect(visits).toHaveCount(20)
    await expect(visits.nth(0)).toContainText('planned')
    await expect(visits.nth(1)).toContainText('Seen 1')
    await expect(visits.nth(1)).toContainText('unplanned')
    await page.getByRole('button', { name: 'Show older visits' }).click()
    await expect(visits).toHaveCount(22)
    await expect(visits.nth(21)).toContainText('Seen 21')
    await expect(page.getByRole('link', { name: 'Plan Visit' })).toHaveAttribute(
      'href',
      `/get?q=${code}&open=${code}`,
    )

    await tab(page, 'Money').tap()
    await expect(section(page, 'Balance')).toContainText('₹400 receivable, ₹100 overdue')
    await expect(section(page, 'Balance').locator('tbody tr')).toHaveCount(2)
    expect(await axeViolations(page), 'money').toEqual([])
    await tab(page, 'Data').tap()
    await expect(page.getByRole('button', { name: 'Set location' })).toBeVisible()
    expect(await axeViolations(page), 'data').toEqual([])
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 22.5645, longitude: 72.9289 })
    await page.getByRole('button', { name: 'Set location' }).click()
    const place = page.locator('[name=Place]')
    await place.fill('somewhere')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(place).toHaveAccessibleDescription(/Enter latitude and longitude/)
    expect(await axeViolations(page), 'the dialog').toEqual([])
    await page.getByRole('button', { name: 'Use my location' }).click()
    await expect(place).toHaveValue('22.5645,72.9289')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Location saved.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Google Maps' })).toHaveAttribute(
      'href',
      /query=22\.5645,72\.9289$/,
    )

    for (const each of codes) {
      await navigateInApp(page, customerPath(each))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Called ${each}`)
    }
    await navigateInApp(page, '/customers/Missing%201')
    await expect(page.getByText('There is no customer Missing 1 here.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Search for Missing 1' })).toHaveAttribute(
      'href',
      '/get?q=Missing+1',
    )
    expect(await axeViolationsAsShown(page), 'unknown customer').toEqual([])
  },
)

test(
  'shows an account that may only read customers the page without the rest',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const [code, role] = ['PART-1', 'ONLYREAD']
    await newCustomers(request, token, { Customer_Code: code, Customer_Name: 'Partial Patel' })
    const api = apiClient(request, token)
    await api.make('role', { Role_Code: role, Role_Name: 'Only reads' })
    const headers = { authorization: `Bearer ${token}` }
    const setRights = async (rights: Record<string, string[]>, version: number): Promise<void> => {
      const data = { rights, sees: 'everything', version }
      const response = await request.put(`/api/v1/role-rights/${role}`, { data, headers })
      expect(response.status(), await response.text()).toBe(200)
    }
    await setRights({ customer: ['read'] }, 0)
    const person = {
      username: 'Only Reader',
      email: 'only.reader@agridesk.in',
      password: 'groundnut-in-june',
    }
    const registered = await request.post('/api/auth/register', { data: person })
    const { account } = (await registered.json()) as { account: { id: string } }
    const approval = { status: 'active', role, version: 1 }
    await request.patch(`/api/admin/users/${account.id}`, { data: approval, headers })
    const { email, password } = person
    const login = await request.post('/api/auth/login', { data: { email, password } })
    const reader = (await login.json()) as { token: string }
    await page.evaluate((other) => localStorage.setItem('token', other), reader.token)

    await page.goto(customerPath(code))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partial Patel')
    await expect(section(page, 'Values')).toContainText(code)
    await expect(tab(page, 'Data')).toHaveAttribute('aria-current', 'page')
    for (const name of ['Visits', 'Money']) await expect(tab(page, name)).toHaveCount(0)
    for (const name of ['Next plan', 'Visits', 'Balance', 'Account owners', 'Coordinates'])
      await expect(section(page, name)).toHaveCount(0)
    await expect(page.getByText('No owner yet')).toHaveCount(0)
    await tab(page, 'History').click()
    await expect(section(page, 'Comments')).toBeVisible()
    await expect(section(page, 'History')).toContainText('created by anita')
    await expect(page.getByRole('button', { name: /^Revert/ })).toHaveCount(0)
    await page.goto(customerPath(code, 'money'))
    await expect(section(page, 'Values')).toBeVisible()

    await setRights({ customer: ['read'], balance: ['read'], customerPlace: ['read'] }, 1)
    await page.reload()
    await expect(section(page, 'Balance')).toContainText('No balance uploaded yet.')
    await tab(page, 'Data').click()
    await expect(section(page, 'Coordinates')).toBeVisible()
    await expect(tab(page, 'Visits')).toHaveCount(0)
  },
)

test(
  'keeps the tab of a customer in the address, and opens links to the record there',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const code = 'TAB/1'
    await newCustomers(request, token, { Customer_Code: code, Customer_Name: 'Tabbed Traders' })
    const found = await apiClient(request, token).read(`/api/v1/customers?q=${encodeURIComponent(code)}`)
    const id = found.items.find((each) => each['Customer_Code'] === code)!['id']
    const isCurrent = (name: string): Promise<void> =>
      expect(tab(page, name)).toHaveAttribute('aria-current', 'page')
    await page.goto(customerPath(code))
    await isCurrent('Visits')
    await tab(page, 'Data').focus()
    await page.keyboard.press('Enter')
    await isCurrent('Data')
    await expect(page).toHaveURL(customerPath(code, 'data'))
    await tab(page, 'History').click()
    await expect(section(page, 'History')).toContainText('created by anita')
    await page.goBack()
    await isCurrent('Data')
    await page.goBack()
    await isCurrent('Visits')

    for (const link of [
      `/records/customers/${String(id)}`,
      `/records/customers/${encodeURIComponent(code)}`,
    ]) {
      await page.goto(link)
      await isCurrent('Data')
      await expect(page).toHaveURL(customerPath(code, 'data'))
    }
    await page.goto(`/customers/${String(id)}?tab=history`)
    await expect(page).toHaveURL(customerPath(code, 'history'))
    await isCurrent('History')
  },
)

test(
  'changes, reverts, deletes and restores a customer on its page',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(refusal(404))
    const code = `CHG-${Date.now()}`
    await newCustomers(request, token, { Customer_Code: code, Customer_Name: 'Changed Traders' })
    await page.goto(customerPath(code, 'data'))
    const edit = page.getByRole('link', { name: 'Edit', exact: true })
    await edit.click()
    await page.goBack()
    await expect(section(page, 'Values')).toBeVisible()
    await expect(edit).toBeFocused()
    await edit.click()
    const form = section(page, `Edit Customer ${code}`)
    await form.locator('[name=Customer_Name]').fill('Renamed Traders')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Renamed Traders')
    await expect(page).toHaveURL(customerPath(code, 'data'))
    await expect(section(page, 'Values')).toContainText('Renamed Traders')
    await expect(edit).toBeFocused()

    await tab(page, 'History').click()
    await section(page, 'History').getByRole('button', { name: 'Revert to this version 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revert', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Changed Traders')
    expect(await axeViolations(page), 'history').toEqual([])

    await tab(page, 'Data').click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText(`Customer ${code} was deleted by anita`)).toBeVisible()
    expect(await axeViolations(page), 'a deleted customer').toEqual([])
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(page.getByText(`Customer ${code} is restored`)).toBeVisible()
    await expect(section(page, 'Values')).toContainText('Changed Traders')
  },
)
