import type { APIRequestContext } from '@playwright/test'
import { findingsOf } from './findings.ts'
import { expect, test } from './fixtures.ts'

type Json = Record<string, unknown>

const callerOf =
  (request: APIRequestContext, token: string) =>
  async <T = Json>(method: 'get' | 'post', path: string, data?: unknown): Promise<T> => {
    const answer = await request[method](path, {
      headers: { authorization: `Bearer ${token}` },
      ...(data !== undefined && { data }),
    })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return (await answer.json()) as T
  }

interface Page {
  items: Json[]
  total?: number
}

/** People and customers that nobody else knows of. */
async function likeFirst(call: ReturnType<typeof callerOf>, path: string, changes: Json): Promise<Json> {
  const [first] = (await call<Page>('get', `${path}?limit=1`)).items
  const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...rest } = first!
  return call('post', path, { ...rest, ...changes })
}

test.describe('the office', () => {
  test.use({ isSample: true })
  test.setTimeout(90_000)

  test(
    'sees the firm at a glance, and every figure leads to its list',
    { tag: '@desktop' },
    async ({ page, request, asAdministrator: { token } }) => {
      const call = callerOf(request, token)
      const { Overdue } = await call<{ Overdue: number }>('get', '/api/v1/balance-summary')
      await page.goto('/admin')
      await expect(page.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible()
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(page.getByRole('link', { name: /^Money overdue/ })).toContainText(
        `₹${Math.round(Overdue).toLocaleString('en-IN')}`,
      )

      const byZone = page.getByRole('table', { name: 'Coverage by zone' })
      await byZone.getByRole('row').nth(1).getByRole('link').first().click()
      await expect(page).toHaveURL(/\/admin\?Zone_Code=/)
      await page.getByRole('table', { name: 'Coverage by state' }).getByRole('link').first().click()
      await expect(page).toHaveURL(/\/admin\?State_Code=/)
      await expect(page.getByRole('table', { name: 'Coverage by pool' })).toBeVisible()
      const place = new URL(page.url()).searchParams.get('State_Code')!

      // What the figure says is what the list holds.
      const overdue = page.getByRole('link', { name: /^Overdue/ })
      const count = Number((await overdue.locator('.key-value').textContent())!.replaceAll(',', ''))
      await overdue.click()
      await expect(page).toHaveURL(`/get?State_Code=${place}&due=overdue`)
      const list = await call<Page>('get', `/api/v1/visit-plans?State_Code=${place}&due=overdue&limit=200`)
      expect(list.items.length).toBe(count)

      await page.goBack()
      const ages = page.getByRole('table', { name: /^Overdue customers by/ })
      const late = ages.getByRole('link', { name: /overdue, due 8–30 days ago/ })
      const lateCount = Number((await late.textContent())!.replaceAll(',', ''))
      await late.click()
      await expect(page.getByText('Was due 8–30 days ago')).toBeVisible()
      await expect(page.locator('tbody tr')).toHaveCount(lateCount)
      await page.goBack()
      const week = page
        .getByRole('table', { name: /^Visits in the last/ })
        .getByRole('link', { name: /in person, week of/ })
        .first()
      const made = Number((await week.textContent())!.replaceAll(',', ''))
      await week.click()
      await expect(page.getByRole('heading', { level: 1, name: 'Visits' })).toBeVisible()
      await expect(page.getByRole('table', { name: 'Visits' }).locator('tbody tr')).toHaveCount(made)
    },
  )

  test(
    'hands three customers and their plans over, and takes them back',
    { tag: '@desktop' },
    async ({ page, request, asAdministrator: { token } }) => {
      const call = callerOf(request, token)
      const person = async (name: string): Promise<string> =>
        String((await likeFirst(call, '/api/v1/employees', { name }))['employeeNumber'])
      const [from, to] = [await person('Farida Leaves'), await person('Tarun Takes')]
      const codes = ['HO-1', 'HO-2', 'HO-3', 'HO-4']
      for (const Customer_Code of codes) {
        await likeFirst(call, '/api/v1/customers', { Customer_Code, Erp_Code: null })
        await call('post', '/api/v1/assignments', {
          Customer_Code,
          Employee_Number: from,
          From_Day: '2026-01-01',
        })
        await call('post', '/api/plan-visit', {
          Customer_Code,
          Planned_Date: '2027-01-20',
          Planned_Time: '10:00',
        })
      }
      await page.goto('/admin')
      await page
        .getByRole('navigation', { name: 'Office' })
        .getByRole('link', { name: /^Hand over/ })
        .click()
      await page.getByLabel('From Employee', { exact: true }).pressSequentially(from)
      await expect(page.getByText('Has 4 customers and 4 plans today')).toBeVisible()
      await page.getByRole('button', { name: 'Preview' }).click()
      await expect(page.getByLabel('To Employee', { exact: true })).toHaveAccessibleDescription(
        'Choose who takes them',
      )
      await page.getByLabel('To Employee', { exact: true }).pressSequentially(to)
      // Typed in full, it is chosen, and the sentence about it goes.
      await expect(page.getByLabel('To Employee', { exact: true })).not.toHaveAccessibleDescription(/Choose/)
      await page.keyboard.press('Tab')
      await page.getByLabel('Those I tick').check()
      for (const code of codes.slice(0, 3))
        await page.locator(`[name=Customer_Codes][value="${code}"]`).check()
      await page.getByRole('button', { name: 'Preview' }).click()
      await expect(page.getByText(/^3 customers and 3 plans will go from/)).toBeFocused()
      await page.getByRole('button', { name: 'Hand over' }).click()
      await expect(page.getByText('3 customers and 3 plans handed over', { exact: true })).toBeVisible()
      await expect(page.getByText('handed over to Tarun Takes')).toBeVisible()
      await expect(page.getByRole('listitem').filter({ hasText: '3 customers from' }).first()).toBeVisible()

      const plans = async (): Promise<unknown[]> => {
        const found = await call<Page>('get', `/api/v1/visits?Assigned_To=${to}&Status=planned&limit=200`)
        return found.items.map((each) => each['Customer_Code']).toSorted()
      }
      expect(await plans()).toEqual(codes.slice(0, 3).toSorted())
      const theirs = await call<Page>('get', `/api/v1/handovers/customers?employee=${to}`)
      expect(theirs.items.map((each) => each['Customer_Code']).toSorted()).toEqual(
        codes.slice(0, 3).toSorted(),
      )
      await page.getByRole('button', { name: 'Give them back' }).click()
      await expect(page.getByText('3 customers and 3 plans given back', { exact: true })).toBeVisible()
      expect(await plans()).toEqual([])
    },
  )

  test(
    'says on a phone whose visit it was; nothing shuts anybody out',
    { tag: '@phone' },
    async ({ page, request, asAdministrator: { token } }) => {
      const call = callerOf(request, token)
      const look = async (what: string): Promise<void> => expect(await findingsOf(page), what).toEqual([])
      const employee = await likeFirst(call, '/api/v1/employees', { name: 'Nila Phones' })
      const number = String(employee['employeeNumber'])
      const Customer_Code = 'HO-5'
      await likeFirst(call, '/api/v1/customers', { Customer_Code, Erp_Code: null })
      await call('post', '/api/v1/assignments', {
        Customer_Code,
        Employee_Number: number,
        From_Day: '2026-01-01',
      })
      const kept = await call('post', '/api/plan-visit', { Feedback: 'Met at the market' })
      await page.goto('/admin')
      await expect(page.getByRole('heading', { name: 'Visits a week' })).toBeVisible()
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(isTooWide).toBe(false)
      await look('at a glance')

      // With a row or two: axe looks at each of them.
      await page.goto(`/visits?q=${String(kept['Visit_ID'])}`)
      await page.getByText('Filter', { exact: true }).click()
      await page
        .getByRole('navigation', { name: 'Which visits' })
        .getByRole('link', { name: 'unassigned' })
        .click()
      await expect(page).toHaveURL(/Status=unassigned/)
      await page.getByRole('button', { name: `Whose was it? Visit ${String(kept['Visit_ID'])}` }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByLabel('Customer Code', { exact: true })).toHaveAccessibleDescription(
        /Customer Code is required/,
      )
      await look('the list, and whose visit')
      await dialog.getByLabel('Customer Code', { exact: true }).fill(Customer_Code)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText(/is now a visit to/)).toBeVisible()
      await page.goto(`/visits?q=${String(kept['Visit_ID'])}`)
      await page.getByRole('button', { name: String(kept['Visit_ID']) }).click()
      await expect(dialog.getByText('Met at the market')).toBeVisible()
      await look('a visit')

      await page.goto(`/admin/handover?employee=${number}`)
      await page.getByLabel('Nobody for now').check()
      await page.getByLabel('Those I tick').check()
      await page.locator(`[name=Customer_Codes][value="${Customer_Code}"]`).check()
      await page.getByRole('button', { name: 'Preview' }).click()
      await expect(page.getByText(/will go from/)).toBeVisible()
      await look('a hand-over')
    },
  )
})
