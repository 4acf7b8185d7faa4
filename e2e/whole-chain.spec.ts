import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import { forms } from '#domain/contract/forms.ts'
import { messagesOf } from '#domain/contract/messages.ts'
import { fillForm, typedIn } from './fill-form.ts'
import { administrator, expect, fill, goWithin, test } from './fixtures.ts'

const levels = catalogue.map((entity) => `under.${entity.name}`)
const fieldNames = catalogue.flatMap((entity) => Object.keys(entity.fields))

test.describe('a newcomer', () => {
  test.use({ isFresh: true })
  test.setTimeout(180_000)

  test('registers, logs in and enters everything from country to customer, employee and mappings', async ({
    page,
  }, info) => {
    await page.goto('/register')
    await fill(page, { username: 'Anita Desai', phone: '9825012345', ...administrator })
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText('Registration successful', { exact: true })).toBeVisible()
    await fill(page, administrator)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('Login Successful', { exact: true })).toBeVisible()
    // The menu lists what is needed before what needs it.
    for (const [at, form] of forms.entries()) {
      const { entity: name } = form
      const entity = entityNamed(name)
      if (info.project.name === 'phone') await page.getByRole('button', { name: 'Menu' }).tap()
      const menu = page.getByRole('button', { name: 'Forms' })
      await (info.project.name === 'phone' ? menu.tap() : menu.click())
      const nav = page.getByRole('navigation', { name: 'Main' })
      await nav.getByRole('listitem').getByRole('link', { name: form.menu, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(form.heading)
      await fillForm(page, entity, at + 1)
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByText(messagesOf(name).saved, { exact: true }), form.route).toBeVisible()
      await expect(page.getByText(/ is saved$/), form.route).toBeVisible()
      expect(await typedIn(page, entity), `${form.route} is blank again`).toEqual([])
      const first = Object.keys(entity.fields).find((field) => entity.fields[field]!.presence !== 'generated')
      await expect(page.locator(`main [name="${first}"]`).first(), form.route).toBeFocused()
      // What a visitor writes is read in the admin area.
      if (name !== 'contactMessage')
        await expect(page.locator('.entity-list tbody tr'), form.route).not.toHaveCount(0)
    }
    await page.goto('/get')
    await expect(page.getByRole('row').filter({ hasText: 'Customer Name' })).not.toHaveCount(0)
  })
})

test(
  'every form says its own words when the server refuses and when it cannot be reached, and keeps what was typed',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _, expectedErrors }) => {
    test.setTimeout(180_000)
    expectedErrors.push(/status of 500/, /ERR_FAILED/)
    await page.goto('/account')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const form of forms) {
      const entity = entityNamed(form.entity)
      const messages = messagesOf(form.entity)
      await page.route(`**${form.submit}`, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 500, json: { msg: 'The server stumbled' } })
          : route.fallback(),
      )
      // Whatever a field needs to choose from is there: what matters here is the answer to the submit.
      const fact = Object.fromEntries([...levels, ...fieldNames].map((key) => [key, 'X1']))
      await page.route('**/api/v1/options/**', (route) =>
        route.fulfill({ json: { items: [{ value: 'X1', title: null, facts: [fact] }], more: false } }),
      )
      await goWithin(page, form.route)
      await expect(
        page.getByText(/The server (?:stumbled|cannot be reached)/),
        'of the form before',
      ).toHaveCount(0)
      await fillForm(page, entity, 3)
      const before = await typedIn(page, entity)
      expect(before.length, form.route).toBeGreaterThan(0)
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByText(messages.refused, { exact: true }), form.route).toBeVisible()
      await expect(page.getByText('The server stumbled', { exact: true }), form.route).toBeVisible()
      await page.unroute(`**${form.submit}`)
      await page.route(`**${form.submit}`, (route) =>
        route.request().method() === 'POST' ? route.abort() : route.fallback(),
      )
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByText(/The server cannot be reached/), form.route).toBeVisible()
      await expect(page.getByText(messages.unreachable, { exact: true }), form.route).toBeVisible()
      expect(await typedIn(page, entity), form.route).toEqual(before)
      await page.unrouteAll()
    }
  },
)
