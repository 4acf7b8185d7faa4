import { guardedPages } from '#domain/screens/pages.ts'
import { publicPages } from '#domain/screens/public-pages.ts'
import { expect, navigateInApp, test } from './fixtures.ts'
import { isLikeOtherForms } from './kinds-of-forms.ts'

/** A response without the expected shape leaves a screen empty, never broken. */

/** These show one record; without it they show an error message. */
const singleRecordPages = ['/customers/C1', '/records/soils/1', '/imports/1']
const routes = [
  ...publicPages,
  ...guardedPages,
  ...singleRecordPages,
  '/lists/soils',
  '/trees/territory',
].filter((path) => path !== '/logout' && path !== '/about' && !isLikeOtherForms(path))

// With null, which has no members at all: web/api/read.test.ts shows that {}, "text" and [] are read as the same empty
// response.
test(
  'shows an error without the account, and every screen when every other response is null',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _ }) => {
    const api = /\/api\//
    await page.route(api, (route) => route.fulfill({ contentType: 'application/json', body: '{}' }))
    await page.goto('/get')
    await expect(page.getByRole('heading', { level: 1, name: 'Could not load this page' })).toBeVisible()
    await navigateInApp(page, '/services')
    await expect(page.getByRole('heading', { level: 1, name: 'Services' })).toBeVisible()
    await page.unroute(api)

    const warnings: string[] = []
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
    // No screen is shown without the account.
    await page.route(api, (route) =>
      route.request().method() !== 'GET' || route.request().url().endsWith('/api/v1/me')
        ? route.fallback()
        : route.fulfill({ contentType: 'application/json', body: 'null' }),
    )
    await page.goto('/about')
    for (const path of routes) {
      await navigateInApp(page, path)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading, path).toBeVisible()
      if (singleRecordPages.includes(path)) await expect(heading, path).toHaveText('Could not load this page')
      else await expect(heading, path).not.toHaveText(/Could not load|No connection|Unexpected/)
      await expect(page.getByText('Unexpected Application Error!'), path).toHaveCount(0)
      if (path === '/services') await expect(page.getByText('No services available')).toBeVisible()
    }
    expect(warnings.join('\n')).toContain('does not have the expected shape')
  },
)
