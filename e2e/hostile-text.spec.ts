import { expectHarmless, hostile, makeHostileRecords } from './hostile-records.ts'
import { expect, test } from './fixtures.ts'

/** accessibility.spec.ts checks all other screens with the same records. */
test.describe('hostile text', () => {
  test.use({ isFresh: true })

  test(
    'is shown as text on the page of a customer, on public pages, in a form and in a history',
    { tag: '@desktop' },
    async ({ page, request, asFirstUser: { token } }) => {
      const customer = await makeHostileRecords(request, token)
      for (const route of [`/customers/${encodeURIComponent(customer)}`, '/services', '/contact']) {
        await page.goto(route)
        await expect(page.getByRole('heading', { level: 1 }), route).toBeVisible()
        await expect(
          page.locator('.skeleton, [aria-busy=true], .progress:not([data-state=idle])'),
        ).toHaveCount(0)
        await expectHarmless(page, route)
      }
      await page.goto('/contact1')
      await page.getByRole('link', { name: /^Edit/ }).first().click()
      await expect(page.locator('[name=Country_Name]')).toHaveValue(hostile)
      await page
        .getByRole('button', { name: /^History/ })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toContainText('onerror')
      await expectHarmless(page, 'the history')
    },
  )
})
