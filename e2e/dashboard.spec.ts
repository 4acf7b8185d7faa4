import { apiCaller, cloneFirst, type ListPage } from './api-client.ts'
import { axeViolations } from './axe.ts'
import { expect, navigateInApp, test } from './fixtures.ts'

test.describe('the dashboard', () => {
  test.use({ isSharedSample: true })

  test(
    'links every figure to its list',
    { tag: '@desktop' },
    async ({ page, request, asAdministrator: { token } }) => {
      const api = apiCaller(request, token)
      const { Overdue } = await api<{ Overdue: number }>('get', '/api/v1/balance-summary')
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

      // The figure equals the length of the list.
      const overdue = page.getByRole('link', { name: /^Overdue/ })
      const count = Number((await overdue.locator('.key-value').textContent())!.replaceAll(',', ''))
      await overdue.click()
      await expect(page).toHaveURL(`/get?State_Code=${place}&due=overdue`)
      const list = await api<ListPage>('get', `/api/v1/visit-plans?State_Code=${place}&due=overdue&limit=200`)
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
      const created = Number((await week.textContent())!.replaceAll(',', ''))
      await week.click()
      await expect(page.getByRole('heading', { level: 1, name: 'Visits' })).toBeVisible()
      await expect(page.getByRole('table', { name: 'Visits' }).locator('tbody tr')).toHaveCount(created)
    },
  )
})

test.describe('the dashboard on a phone', () => {
  test.use({ isSample: true })

  test(
    'has no accessibility findings, nor do assigning a visit to a customer and a hand-over',
    { tag: '@phone' },
    async ({ page, request, asAdministrator: { token } }) => {
      const api = apiCaller(request, token)
      const expectAccessible = async (state: string): Promise<void> =>
        expect(await axeViolations(page), state).toEqual([])
      const employee = await cloneFirst(api, '/api/v1/employees', { name: 'Nila Phones' })
      const number = String(employee['employeeNumber'])
      const Customer_Code = 'HO-5'
      await cloneFirst(api, '/api/v1/customers', { Customer_Code, Erp_Code: null })
      await api('post', '/api/v1/assignments', {
        Customer_Code,
        Employee_Number: number,
        From_Day: '2026-01-01',
      })
      const visit = await api('post', '/api/plan-visit', { Feedback: 'Met at the market' })
      await page.goto('/admin')
      await expect(page.getByRole('heading', { name: 'Visits per week' })).toBeVisible()
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBe(page.viewportSize()!.width)
      await expectAccessible('the dashboard')

      // A search limits the list, because axe checks every row.
      await navigateInApp(page, `/visits?q=${String(visit['Visit_ID'])}`)
      await page.getByText('Filter', { exact: true }).click()
      await page
        .getByRole('navigation', { name: 'Which visits' })
        .getByRole('link', { name: 'unassigned' })
        .click()
      await expect(page).toHaveURL(/Status=unassigned/)
      await page
        .getByRole('button', { name: `Assign customer to visit ${String(visit['Visit_ID'])}` })
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByLabel('Customer Code', { exact: true })).toHaveAccessibleDescription(
        /Customer Code is required/,
      )
      await expectAccessible('the list and the assignment')
      await dialog.getByLabel('Customer Code', { exact: true }).fill(Customer_Code)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText(/is now a visit to/)).toBeVisible()
      await page.goto(`/visits?q=${String(visit['Visit_ID'])}`)
      await page.getByRole('button', { name: String(visit['Visit_ID']) }).click()
      await expect(dialog.getByText('Met at the market')).toBeVisible()
      await expectAccessible('a visit')

      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await navigateInApp(page, `/admin/handover?employee=${number}`)
      await page.getByLabel('No owner for now').check()
      await page.getByLabel('Selected customers').check()
      await page.locator(`[name=Customer_Codes][value="${Customer_Code}"]`).check()
      await page.getByRole('button', { name: 'Preview' }).click()
      await expect(page.getByText(/will move from/)).toBeVisible()
      await expectAccessible('a hand-over')
    },
  )
})
