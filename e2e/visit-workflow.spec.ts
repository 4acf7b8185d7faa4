import { addDays, formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { expect, navigateInApp, test } from './fixtures.ts'
import { apiClient } from './api-client.ts'

const today = dayIn(new Date(), 'Asia/Kolkata')
const saved = 'Form submitted successfully!'

test(
  'plans and records a visit, opens the customer, and updates the planner',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token } }) => {
    const name = 'Field Day Farm'
    const { make } = apiClient(request, token)
    const { Customer_Code } = await make('customer', {
      Customer_Name: name,
      Visit_In_Days: 20,
      Last_Visited: null,
      Last_Visit_ID: null,
    })
    const dialog = page.getByRole('dialog')
    const row = page.getByRole('row').filter({ hasText: name })
    const tab = (label: string) =>
      page.getByRole('navigation', { name: 'Visits' }).getByRole('link', { name: label })

    await page.goto(`/get?q=${encodeURIComponent(String(Customer_Code))}`)
    await expect(row).toContainText('never visited')
    await row.getByRole('button', { name: 'Plan Visit' }).tap()
    await dialog.locator('[name=Planned_Date]').fill(formatDate(addDays(today, 1)))
    await dialog.locator('[name=Planned_Time]').fill('09:30')
    await dialog.locator('[name=Remarks]').fill('Ask about the well')
    await dialog.getByRole('button', { name: 'Submit' }).tap()
    await expect(page.getByText(saved)).toBeVisible()
    await expect(row).toContainText(`planned ${formatDate(addDays(today, 1))}`)

    await tab('Visit Entry').tap()
    // Until then, the search box is that of the planner.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Visit Entry')
    await page.getByRole('searchbox').fill(name)
    await expect(row).toContainText('Ask about the well')
    await row.getByRole('button', { name: 'Visit Detail' }).tap()
    await dialog.locator('[name=Feedback]').fill('The well is deep enough')
    await dialog.locator('[name=Season_Recommendation]').selectOption('Winter')
    await dialog.getByRole('button', { name: 'Save' }).tap()
    await expect(page.getByText(saved)).toBeVisible()

    await row.getByRole('link', { name }).tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page).toHaveURL(`/customers/${encodeURIComponent(String(Customer_Code))}`)
    await expect(page.getByText('The well is deep enough')).toBeVisible()
    await expect(page.getByText(/Winter/).first()).toBeVisible()

    // The link opens the plan dialog of this customer.
    await page.getByRole('link', { name: 'Plan Visit' }).first().tap()
    await expect(dialog.getByRole('heading', { name: `Plan Visit: ${name}` })).toBeVisible()
    // Cancel returns to the page of the customer.
    await dialog.getByRole('button', { name: 'Cancel' }).tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await navigateInApp(page, `/get?q=${encodeURIComponent(name)}`)
    await expect(row).toContainText('not due yet')
    await expect(row).toContainText(formatDate(today))
    await expect(row).not.toContainText('planned')
  },
)
