import { catalogue, entityNamed } from '#domain/catalogue/catalogue.ts'
import { forms } from '#domain/contract/forms.ts'
import { messagesOf } from '#domain/contract/messages.ts'
import { fillForm, filledFields } from './fill-form.ts'
import { administrator, expect, fill, navigateInApp, test } from './fixtures.ts'

const levels = catalogue.map((entity) => `under.${entity.name}`)
const fieldNames = catalogue.flatMap((entity) => Object.keys(entity.fields))

test.describe('a new firm', () => {
  test.use({ isFresh: true })
  test.setTimeout(120_000)

  test('registers, logs in and saves all 28 forms in the order of the menu', async ({ page }, info) => {
    await page.goto('/register')
    await fill(page, { username: 'Anita Desai', phone: '9825012345', ...administrator })
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText('Registration successful', { exact: true })).toBeVisible()
    await fill(page, administrator)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText('Login Successful', { exact: true })).toBeVisible()
    // The menu lists referenced masters before those that refer to them.
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
      expect(await filledFields(page, entity), `${form.route} is blank again`).toEqual([])
      const first = Object.keys(entity.fields).find((field) => entity.fields[field]!.presence !== 'generated')
      await expect(page.locator(`main [name="${first}"]`).first(), form.route).toBeFocused()
      // Messages of visitors are listed in the admin area.
      if (name !== 'contactMessage')
        await expect(page.locator('.entity-list tbody tr'), form.route).not.toHaveCount(0)
    }
    await page.goto('/get')
    await expect(page.getByRole('row').filter({ hasText: 'Customer Name' })).not.toHaveCount(0)
  })
})

test(
  'shows the messages of every form for refused and unreachable, and keeps the typed values',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _, expectedErrors }) => {
    test.setTimeout(120_000)
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
      // Every reference has an option, because only the response to the submit is tested here.
      const fact = Object.fromEntries([...levels, ...fieldNames].map((key) => [key, 'X1']))
      await page.route('**/api/v1/options/**', (route) =>
        route.fulfill({ json: { items: [{ value: 'X1', title: null, facts: [fact] }], more: false } }),
      )
      await navigateInApp(page, form.route)
      await expect(
        page.getByText(/The server (?:stumbled|cannot be reached)/),
        'no message of the previous form',
      ).toHaveCount(0)
      await fillForm(page, entity, 3)
      const before = await filledFields(page, entity)
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
      expect(await filledFields(page, entity), form.route).toEqual(before)
      await page.unrouteAll()
    }
  },
)
