import { apiClient } from './api-client.ts'
import { expect, test } from './fixtures.ts'

test(
  'shows all figures of the overview as of one time',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token } }) => {
    const api = apiClient(request, token)
    const figures = page.getByRole('list', { name: 'Overview' })
    const expectCustomers = async (count: number): Promise<void> => {
      // The next count begins a little after the last one, ten seconds at most.
      await expect(async () => {
        await page.getByRole('button', { name: 'Refresh' }).click()
        await expect(page.getByText(new RegExp(`^[\\d,]+ of ${count} customers?$`))).toBeVisible({
          timeout: 2000,
        })
      }).toPass({ timeout: 45_000 })
      await expect(figures.getByRole('link', { name: new RegExp(`^${count} customers?$`) })).toBeVisible()
    }
    await api.make('customer', { Last_Visited: null })
    const { items } = await api.read('/api/v1/customers?limit=200')
    await page.goto('/admin')
    await expectCustomers(items.length)
    await api.make('customer', { Last_Visited: null })
    await expectCustomers(items.length + 1)
    await expect(page.getByText(/^as of \d\d:\d\d/)).toBeVisible()
  },
)
