import type { Page } from '@playwright/test'
import { customerPath } from '#domain/visits/customer-path.ts'
import { expect, test } from './fixtures.ts'
import { apiClient } from './api-client.ts'

/** A style sheet that failed is listed, too, but its rules cannot be read. */
const rulesOf = (page: Page, path: string): Promise<number> =>
  page.evaluate((pathname) => {
    const sheet = [...document.styleSheets].find(({ href }) => href?.endsWith(pathname))
    return sheet?.cssRules.length ?? 0
  }, path)

test(
  'loads a tab again when the network drops its code, and says so when that does not help',
  { tag: '@phone' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(/ERR_FAILED/)
    const { Customer_Code } = await apiClient(request, token).make('customer')
    const code = String(Customer_Code)
    await page.route(/assets\/data-tab-[^/]*\.js/, (route) => route.abort(), { times: 2 })
    // A style sheet of the tab, which the page itself does not name, is dropped once.
    const dropped: string[] = []
    const html = await (await request.get(customerPath(code, 'data'))).text()
    await page.route(/assets\/[^/]*\.css/, async (route) => {
      const { pathname } = new URL(route.request().url())
      if (dropped.length > 0 || html.includes(pathname)) return route.continue()
      dropped.push(pathname)
      return route.abort()
    })
    // As in a browser that keeps the failure of an import: no attempt succeeds before the page is loaded again.
    let isNewPage = false
    await page.route(/assets\/history-tab-[^/]*\.js/, (route) =>
      isNewPage ? route.continue() : route.abort(),
    )

    await page.goto(customerPath(code, 'data'))
    await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible()
    expect(dropped, 'a style sheet of the tab').toHaveLength(1)
    expect(await rulesOf(page, dropped[0]!), 'rules of the style sheet that was dropped').toBeGreaterThan(0)

    await page.getByRole('link', { name: 'History' }).click()
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText('Could not load this part. Try again')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    page.once('domcontentloaded', () => (isNewPage = true))
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(/^Version 1/)).toBeVisible()
  },
)
