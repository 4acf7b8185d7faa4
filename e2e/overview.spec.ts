import { expect, test } from './fixtures.ts'
import { firmOf } from './firm.ts'

test.use({ isFresh: true })

test(
  'all numbers of the overview are of one moment, and one customer is one',
  { tag: '@desktop' },
  async ({ page, request, asFirst: { token } }) => {
    const firm = firmOf(request, token)
    await firm.make('customer', { Last_Visited: null })
    const figures = page.getByRole('list', { name: 'What there is' })
    await page.goto('/admin')
    await expect(page.getByText('0 of 1 customer', { exact: true })).toBeVisible()
    await expect(figures.getByRole('link', { name: '1 customer', exact: true })).toBeVisible()
    await firm.make('customer', { Customer_Code: 'Q2', Last_Visited: null })
    // How soon it counts again depends on how long the last count took: ten seconds at most.
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('0 of 2 customers', { exact: true })).toBeVisible({ timeout: 2000 })
    }).toPass({ timeout: 30_000 })
    await expect(figures.getByRole('link', { name: '2 customers', exact: true })).toBeVisible()
    await expect(page.getByText(/^as of \d\d:\d\d/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
  },
)
