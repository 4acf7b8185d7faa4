import { customerPath } from '#domain/visits/customer-path.ts'
import { expect, test } from './fixtures.ts'
import { apiClient } from './api-client.ts'

test(
  'loads a tab again when the network drops its code, and says so when that does not help',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(/ERR_FAILED/)
    const { Customer_Code } = await apiClient(request, token).make('customer')
    const code = String(Customer_Code)
    await page.route(/assets\/data-tab-[^/]*\.js/, (route) => route.abort(), { times: 2 })
    await page.route(/assets\/records-[^/]*\.css/, (route) => route.abort(), { times: 1 })
    // As in a browser that keeps the failure of an import: no attempt succeeds before the page is loaded again.
    let isNewPage = false
    await page.route(/assets\/history-tab-[^/]*\.js/, (route) =>
      isNewPage ? route.continue() : route.abort(),
    )

    await page.goto(customerPath(code, 'data'))
    await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible()

    await page.getByRole('link', { name: 'History' }).click()
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText('Could not load this part. Try again')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    page.once('domcontentloaded', () => (isNewPage = true))
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(/^Version 1/)).toBeVisible()
    const hasStyles = page.evaluate(() =>
      [...document.styleSheets].some(({ href }) => href?.includes('/records-')),
    )
    expect(await hasStyles, 'the style sheet that was dropped once').toBe(true)
  },
)
