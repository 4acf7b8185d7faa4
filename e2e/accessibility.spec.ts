import { guardedPages } from '#domain/screens/pages.ts'
import { publicPages } from '#domain/screens/public-pages.ts'
import { axeViolations } from './axe.ts'
import { expect, navigateInApp, refusal, test } from './fixtures.ts'
import { expectHarmless, makeHostileRecords } from './hostile-records.ts'

const routes = [...guardedPages, ...publicPages, '/no-such-page'].filter((path) => path !== '/logout')
const parts = 2

test.describe('accessibility in light and dark mode, and hostile text shown as text', () => {
  // Other tests would be disturbed by these records.
  test.use({ isFresh: true })
  test.setTimeout(120_000)

  for (let part = 0; part < parts; part++) {
    const paths = routes.filter((_, at) => at % parts === part)
    test(`has no findings on ${paths[0]}, ${paths[1]} and every second screen after them`, async ({
      page,
      request,
      asFirstUser: { token },
      expectedErrors,
    }) => {
      expectedErrors.push(refusal(404), /ERR_/)
      await page.route(/openstreetmap/, (route) => route.abort())
      // One or two rows per table: axe would take minutes for more and find nothing new.
      // Their text is hostile, so that one visit of each screen checks both.
      await makeHostileRecords(request, token)
      for (const [at, route] of paths.entries()) {
        // The screens behind the login are one page and need no reload; the public ones are separate pages.
        const isInApp = at > 0 && guardedPages.includes(route)
        await (isInApp ? navigateInApp(page, route) : page.goto(route))
        await expect(page.getByRole('heading', { level: 1 }), route).toBeVisible()
        await expect(
          page.locator('.skeleton, [aria-busy=true], .progress:not([data-state=idle])'),
        ).toHaveCount(0)
        if (guardedPages.includes(route)) await expectHarmless(page, route)
        expect(await axeViolations(page), route).toEqual([])
      }
    })
  }
})

test.describe('accessibility in light and dark mode', () => {
  test.use({ isSharedSample: true })
  test.setTimeout(120_000)

  test('has no findings in menus, option lists, dialogs, validation errors and messages', async ({
    page,
    asAdministrator: _,
    expectedErrors,
  }, info) => {
    expectedErrors.push(refusal(409))
    const expectAccessible = async (state: string): Promise<void> =>
      expect(await axeViolations(page), state).toEqual([])
    await page.goto('/')
    if (info.project.name === 'phone') await page.getByRole('button', { name: 'Menu' }).tap()
    await page.getByRole('button', { name: 'Forms' }).click()
    await expectAccessible('the menu')

    await page.goto('/contact24?q=C1001')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Customer Code is required', { exact: true })).toBeVisible()
    await expectAccessible('a form with validation errors')
    await page.locator('[name=Country_Code]').pressSequentially('ind')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessible('a list of options')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New zone for Zone Code' }).click()
    await expect(page.getByRole('dialog').locator('form')).toBeVisible()
    await expectAccessible('a record created within a form')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page
      .getByRole('button', { name: /^History of/ })
      .first()
      .click()
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    await expectAccessible('a history')
    await page.keyboard.press('Escape')
    await expectAccessible('filters')
    await page.getByRole('link', { name: /^Edit/ }).first().click()
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible()
    await expectAccessible('a record being edited')
    await page.goto('/contact1?q=india')
    await page.getByRole('button', { name: 'Delete Country IN' }).click()
    await expect(page.getByRole('dialog')).toContainText('these records refer to it')
    await expectAccessible('a record in use')
  })
})
