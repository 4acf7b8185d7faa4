import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { addDays, showDay } from '#domain/dates.ts'
import { dayIn } from '#domain/moments.ts'
import { customerPath } from '#domain/visits/customer-page.ts'
import { make } from '#testing/build-record.ts'
import { expect, refusal, test } from './fixtures.ts'
import { findingsOf } from './findings.ts'
import { firmOf, type Values } from './firm.ts'

const today = dayIn(new Date(), 'Asia/Kolkata')

/** Customers of its own for each test, all of one place. */
async function newCustomers(request: APIRequestContext, token: string, ...all: Values[]): Promise<void> {
  const save = firmOf(request, token).save
  const [first, ...others] = all
  const made = await make(save, 'customer', { Last_Visited: null, Last_Visit_ID: null, ...first })
  const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...base } = made
  for (const values of others) await save('customer', { ...base, ...values })
}

const part = (page: Page, name: string): Locator => page.getByRole('region', { name })

test(
  'balances are pasted, looked at, saved and seen with the customer',
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
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await expect(rows).toHaveAccessibleDescription(
      /The first line should name the columns\. Missing: Customer Code/,
    )
    await rows.fill(
      `Party Code\tOutstanding\tOverdue Amount\n${code}\t1,25,000.50\t4,000\nStranger\t10\t0\n${odd}\t(500)\t\n${code}\t1\t1\n=cmd\tmany\t0\n`,
    )
    await page.getByRole('button', { name: 'Check the rows' }).click()
    const day = page.locator('[name=As_Of]')
    await expect(day).toHaveAccessibleDescription(/The rows do not say of which day they are/)
    await day.fill(showDay(today))
    expect(await findingsOf(page), 'the form').toEqual([])
    await page.getByRole('button', { name: 'Check the rows' }).click()

    await expect(page.getByRole('heading', { name: '2 balances can be saved' })).toBeFocused()
    const listed = page.locator('tbody tr')
    await expect(listed).toHaveCount(3)
    await expect(listed.nth(0)).toContainText('There is no customer Stranger (Customer Code)')
    await expect(listed.nth(1)).toContainText('Line 2 is about the same customer and day')
    await expect(listed.nth(2)).toContainText('Receivable should be an amount like 1,25,000.50')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download what was not taken' }).click()
    const file = readFileSync(await (await downloading).path(), 'utf8')
    expect(file).toContain(`'=cmd,,many,0,${today},"Receivable should be an amount`)
    await page.getByRole('button', { name: 'new 2' }).click()
    await expect(listed).toHaveCount(2)
    expect(await findingsOf(page), 'the report').toEqual([])
    const known = await request.get(`/api/v1/balances/${code}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(known.status(), 'nothing is saved before one says so').toBe(404)
    await page.getByRole('button', { name: 'Save 2 balances' }).click()
    await expect(page.getByRole('heading', { name: '2 balances saved' })).toBeVisible()

    await page.getByRole('button', { name: 'new 2' }).click()
    await page.getByRole('link', { name: odd }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Odd Slash')
    await expect(part(page, 'Balance')).toContainText(`₹500 in credit, ₹0 overdue, as of ${showDay(today)}`)
    await page.goto(customerPath(code))
    await expect(part(page, 'Balance')).toContainText('₹1,25,000.50 receivable, ₹4,000 overdue')
  },
)

test(
  'everything about a customer is on one page, on a phone',
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
      const answer = await request.post(path, { data, headers })
      expect(answer.ok(), await answer.text()).toBe(true)
    }
    const detail = { Customer_Code: code, New_Recommended_Crops: ['Wheat'], Season_Recommendation: 'Winter' }
    for (let nth = 25; nth > 0; nth--)
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
    await expect(part(page, 'Next plan')).toContainText(`${showDay(addDays(today, 3))} 09:30Bring seed`)
    await expect(part(page, 'Balance')).toContainText('₹400 receivable, ₹100 overdue')
    await part(page, 'Balance').getByText('The numbers').click()
    await expect(part(page, 'Balance').locator('tbody tr')).toHaveCount(2)
    const visits = part(page, 'Visits').locator('.timeline > li')
    await expect(visits).toHaveCount(20)
    await expect(visits.nth(0)).toContainText('planned')
    await expect(visits.nth(1)).toContainText('Seen 1')
    await expect(visits.nth(1)).toContainText('unplanned')
    await page.getByRole('button', { name: 'Show older visits' }).click()
    await expect(visits).toHaveCount(26)
    await expect(visits.nth(25)).toContainText('Seen 25')
    await expect(page.getByRole('link', { name: 'Plan Visit' })).toHaveAttribute(
      'href',
      `/get?q=${code}&open=${code}`,
    )
    expect(await findingsOf(page), 'the page').toEqual([])

    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 22.5645, longitude: 72.9289 })
    await page.getByRole('button', { name: 'Set place' }).click()
    const place = page.locator('[name=Place]')
    await place.fill('somewhere')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(place).toHaveAccessibleDescription(/Place should be latitude and longitude/)
    expect(await findingsOf(page), 'the dialog').toEqual([])
    await page.getByRole('button', { name: 'Here, now' }).click()
    await expect(place).toHaveValue('22.5645,72.9289')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The place was saved.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Google Maps' })).toHaveAttribute(
      'href',
      /query=22\.5645,72\.9289$/,
    )

    for (const each of codes) {
      await page.goto(customerPath(each))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Called ${each}`)
    }
    await page.goto('/customers/Nobody%20here')
    await expect(page.getByText('There is no customer Nobody here.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Search for Nobody here' })).toHaveAttribute(
      'href',
      '/get?q=Nobody+here',
    )
    expect(await findingsOf(page), 'nobody').toEqual([])
  },
)

test(
  'who may read customers and nothing else sees their page without the rest',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const [code, role] = ['PART-1', 'ONLYREAD']
    await newCustomers(request, token, { Customer_Code: code, Customer_Name: 'Partial Patel' })
    const firm = firmOf(request, token)
    await firm.make('role', { Role_Code: role, Role_Name: 'Only reads' })
    const headers = { authorization: `Bearer ${token}` }
    const give = async (rights: Record<string, string[]>, version: number): Promise<void> => {
      const data = { rights, sees: 'everything', version }
      const answer = await request.put(`/api/v1/role-rights/${role}`, { data, headers })
      expect(answer.status(), await answer.text()).toBe(200)
    }
    await give({ customer: ['read'] }, 0)
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
    await expect(part(page, 'Master data')).toContainText(code)
    for (const name of ['Next plan', 'Visits', 'Balance', 'Who looked after them'])
      await expect(part(page, name)).toHaveCount(0)
    await expect(page.getByText('Nobody looks after them yet')).toHaveCount(0)
    await expect(page.getByText('Coordinates')).toHaveCount(0)
    expect(await findingsOf(page), 'few rights').toEqual([])

    await give({ customer: ['read'], balance: ['read'], customerPlace: ['read'] }, 1)
    await page.reload()
    await expect(part(page, 'Balance')).toContainText('The books have not said yet what they owe.')
    await expect(page.getByText('Coordinates')).toBeVisible()
    await expect(part(page, 'Visits')).toHaveCount(0)
  },
)
