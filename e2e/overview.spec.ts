import { expect, test } from './fixtures.ts'
import { apiClient } from './api-client.ts'

test.use({ isFresh: true })

test(
  'shows all figures of the overview as of one time',
  { tag: '@desktop' },
  async ({ page, request, asFirstUser: { token } }) => {
    const api = apiClient(request, token)
    await api.make('customer', { Last_Visited: null })
    const figures = page.getByRole('list', { name: 'Overview' })
    await page.goto('/admin')
    await expect(page.getByText('0 of 1 customer', { exact: true })).toBeVisible()
    await expect(figures.getByRole('link', { name: '1 customer', exact: true })).toBeVisible()
    await api.make('customer', { Customer_Code: 'Q2', Last_Visited: null })
    // The cache lifetime depends on the duration of the last count: ten seconds at most.
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('0 of 2 customers', { exact: true })).toBeVisible({ timeout: 2000 })
    }).toPass({ timeout: 30_000 })
    await expect(figures.getByRole('link', { name: '2 customers', exact: true })).toBeVisible()
    await expect(page.getByText(/^as of \d\d:\d\d/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
  },
)
