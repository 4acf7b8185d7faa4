import { forms } from '#domain/contract/forms.ts'
import { guardedPages } from '#domain/contract/pages.ts'
import { expect, goWithin, test } from './fixtures.ts'
import { makeOneOfEach } from './make-records.ts'

const hostile = `"><img src=x onerror="window.hurt=1"><script>window.hurt=1</script>{{7*7}}\u0935\u0930`

test.describe('hostile text', () => {
  test.use({ isFresh: true })
  test.setTimeout(120_000)

  test(
    'in every field of every table is shown as text and runs nothing',
    { tag: '@desktop' },
    async ({ page, request, asFirst: { token } }) => {
      const headers = { authorization: `Bearer ${token}` }
      const made = await makeOneOfEach(request, token, ({ typedIn, read }, value) => {
        const text = [...hostile].slice(0, typedIn.maxLength).join('')
        const isFree = ['text', 'long-text'].includes(typedIn.as) && 'value' in read(text)
        return isFree ? text : value
      })
      const customer = String(made.get('customer')!['Customer_Code'])
      const plan = { Customer_Code: customer, Planned_Date: '2026-12-01 09:30', Remarks: hostile }
      expect((await request.post('/api/plan-visit', { data: plan, headers })).status()).toBe(201)

      const ofCustomer = `/customers/${encodeURIComponent(customer)}`
      const routes = [
        ...guardedPages.filter((path) => path !== '/logout'),
        ofCustomer,
        '/services',
        '/contact',
      ]
      for (const route of routes) {
        // The forms are loaded one by one in every-form.spec.ts.
        const isForm = guardedPages.includes(route) && forms.some((form) => form.route === route)
        await (isForm ? goWithin(page, route) : page.goto(route))
        await expect(page.getByRole('heading', { level: 1 }), route).toBeVisible()
        await expect(
          page.locator('.skeleton, [aria-busy=true], .progress:not([data-state=idle])'),
        ).toHaveCount(0)
        expect(await page.evaluate(() => (window as { hurt?: number }).hurt), route).toBeUndefined()
        expect(await page.locator('main img, main script:not([type])').count(), route).toBe(0)
      }
      await page.goto('/contact1')
      await page.getByRole('link', { name: /^Edit/ }).first().click()
      await expect(page.locator('[name=Country_Name]')).toHaveValue(hostile)
      await page
        .getByRole('button', { name: /^History/ })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toContainText('onerror')
      expect(await page.evaluate(() => (window as { hurt?: number }).hurt)).toBeUndefined()
    },
  )
})
