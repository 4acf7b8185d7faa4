import { guardedPages, publicPages } from '#domain/contract/pages.ts'
import { expect, goWithin, test } from './fixtures.ts'

/** An answer that is not of the expected shape leaves a screen empty, never broken. */

/** What these show is one thing: without it there is a sentence. */
const ofOne = ['/customers/C1', '/records/soils/1', '/imports/1']
const routes = [...publicPages, ...guardedPages, ...ofOne, '/lists/soils', '/trees/territory'].filter(
  (path) => path !== '/logout' && path !== '/about',
)

for (const answer of ['{}', 'null', '"text"', '[]']) {
  test(
    `every screen stands when every answer is ${answer}`,
    { tag: '@desktop' },
    async ({ page, asAdministrator: _ }) => {
      test.setTimeout(180_000)
      const warnings: string[] = []
      page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
      // Who is logged in is the one thing without which there is no screen.
      await page.route(/\/api\//, (route) =>
        route.request().method() !== 'GET' || route.request().url().endsWith('/api/v1/me')
          ? route.fallback()
          : route.fulfill({ contentType: 'application/json', body: answer }),
      )
      await page.goto('/about')
      for (const path of routes) {
        await goWithin(page, path)
        const heading = page.getByRole('heading', { level: 1 })
        await expect(heading, path).toBeVisible()
        if (ofOne.includes(path)) await expect(heading, path).toHaveText('Could not load this page')
        else await expect(heading, path).not.toHaveText(/Could not load|No connection|Unexpected/)
        await expect(page.getByText('Unexpected Application Error!'), path).toHaveCount(0)
        if (path === '/services') await expect(page.getByText('No services available')).toBeVisible()
      }
      expect(warnings.join('\n')).toContain('is not of the expected shape')
    },
  )
}

test(
  'without a readable account there is no screen, and a sentence instead',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _ }) => {
    await page.route(/\/api\//, (route) => route.fulfill({ contentType: 'application/json', body: '{}' }))
    await page.goto('/get')
    await expect(page.getByRole('heading', { level: 1, name: 'Could not load this page' })).toBeVisible()
    await page.goto('/services')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
)
