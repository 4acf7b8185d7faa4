import { guardedPages, publicPages } from '#domain/contract/pages.ts'
import { findingsOf } from './findings.ts'
import { expect, goWithin, refusal, test } from './fixtures.ts'
import { makeOneOfEach } from './make-records.ts'

const routes = [...guardedPages, ...publicPages, '/no-such-page'].filter((path) => path !== '/logout')
const parts = 2

test.describe('nothing shuts anybody out, light or dark,', () => {
  // Nobody else wants the records it makes.
  test.use({ isFresh: true })
  test.setTimeout(120_000)

  for (let part = 0; part < parts; part++) {
    const some = routes.filter((_, at) => at % parts === part)
    test(`on ${some[0]}, ${some[1]} and every other screen after`, async ({
      page,
      request,
      asFirst: { token },
      expectedErrors,
    }) => {
      expectedErrors.push(refusal(404), /ERR_/)
      await page.route(/openstreetmap/, (route) => route.abort())
      // A row or two in every table: more of them would be looked at for minutes and show nothing new.
      await makeOneOfEach(request, token)
      for (const [at, route] of some.entries()) {
        // What is behind the log-in is one page that its screens are fetched into; the others are pages of their own.
        const isWithin = at > 0 && guardedPages.includes(route)
        await (isWithin ? goWithin(page, route) : page.goto(route))
        await expect(page.getByRole('heading', { level: 1 }), route).toBeVisible()
        await expect(
          page.locator('.skeleton, [aria-busy=true], .progress:not([data-state=idle])'),
        ).toHaveCount(0)
        expect(await findingsOf(page), route).toEqual([])
      }
    })
  }
})

test.describe('nothing shuts anybody out, light or dark,', () => {
  test.use({ isSample: true })
  test.setTimeout(120_000)

  test('in what opens: menus, lists to choose from, dialogs, mistakes and messages', async ({
    page,
    asAdministrator: _,
    expectedErrors,
  }, info) => {
    expectedErrors.push(refusal(409))
    const look = async (what: string): Promise<void> => expect(await findingsOf(page), what).toEqual([])
    await page.goto('/')
    if (info.project.name === 'phone') await page.getByRole('button', { name: 'Menu' }).tap()
    await page.getByRole('button', { name: 'Forms' }).click()
    await look('the menu')

    await page.goto('/contact24?q=C1001')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Customer Code is required', { exact: true })).toBeVisible()
    await look('a form with mistakes')
    await page.locator('[name=Country_Code]').pressSequentially('ind')
    await expect(page.getByRole('option').first()).toBeVisible()
    await look('a list to choose from')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New zone for Zone Code' }).click()
    await expect(page.getByRole('dialog').locator('form')).toBeVisible()
    await look('a record made within a form')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page
      .getByRole('button', { name: /^History of/ })
      .first()
      .click()
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    await look('a history')
    await page.keyboard.press('Escape')
    await look('filters')
    await page.getByRole('link', { name: /^Edit/ }).first().click()
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible()
    await look('a record being changed')
    await page.goto('/contact1?q=india')
    await page.getByRole('button', { name: 'Delete Country IN' }).click()
    await expect(page.getByRole('dialog')).toContainText('these refer to it')
    await look('a record in use')
  })
})
