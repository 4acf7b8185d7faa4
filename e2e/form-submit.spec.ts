import type { Page } from '@playwright/test'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { forms } from '#domain/contract/forms.ts'
import { submitPathOf } from '#domain/contract/submit-paths.ts'
import { messagesOf } from '#domain/contract/messages.ts'
import { sectionsOf } from '../web/masters/form/sections.ts'
import { fillForm, filledFields } from './fill-form.ts'
import { administrator, expect, fill, navigateInApp, test } from './fixtures.ts'

type Form = (typeof forms)[number]

/** Otherwise every fourth form is opened by the menu, is refused and loses its connection first; all 28 send through the same component. */
const isFullRun = Boolean(process.env['MEASURE'])

test.describe('a new firm', () => {
  test.use({ isFresh: true })
  test.setTimeout(600_000)

  test(
    'registers, logs in and saves all 28 forms in the order of the menu, some after a refusal and a lost connection',
    { tag: '@phone' },
    async ({ page, request, expectedErrors }) => {
      expectedErrors.push(/status of 500/, /ERR_FAILED/)
      // The narrowest supported screen.
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto('/register')
      await fill(page, { username: 'Anita Desai', phone: '9825012345', ...administrator })
      await page.getByRole('button', { name: 'Register' }).click()
      await expect(page.getByText('Registration successful', { exact: true })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
      await fill(page, administrator)
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByText('Login Successful', { exact: true })).toBeVisible()

      expect(forms).toHaveLength(28)
      const firstPage = await (await request.get('/contact1')).text()
      const nav = page.getByRole('navigation', { name: 'Main' })
      const links = nav.getByRole('listitem').getByRole('link')
      // The menu lists referenced masters before those that refer to them.
      for (const [at, form] of forms.entries()) {
        const isThorough = isFullRun || at % 4 === 0
        // /contact is prerendered; all other forms are screens of one page, which is loaded once.
        if (form.route !== '/contact')
          expect(await (await request.get(form.route)).text(), form.route).toBe(firstPage)
        if (isThorough) {
          await page.getByRole('button', { name: 'Menu' }).tap()
          await page.getByRole('button', { name: 'Forms' }).tap()
          await expect(links).toHaveText(forms.map(({ menu }) => menu))
          const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
          expect(paths).toEqual(forms.map(({ route }) => route))
          await links.nth(at).click()
        } else await navigateInApp(page, form.route)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(form.heading)
        await expectFields(page, form)
        await submit(page, form, at + 1, isThorough)
      }
      await page.goto('/get')
      await expect(page.getByRole('row').filter({ hasText: 'Customer Name' })).not.toHaveCount(0)
    },
  )
})

/** The form has an input of the right name for every field, and is not wider than the screen. */
async function expectFields(page: Page, form: Form): Promise<void> {
  const names = await page
    .locator('.entity-form')
    .evaluate((element: HTMLFormElement) => [
      ...new Set([...element.elements].map((each) => each.getAttribute('name'))),
    ])
  const fields = Object.fromEntries(
    Object.entries(entityNamed(form.entity).fields).filter(([, { byAction }]) => !byAction),
  )
  // Long forms are grouped; within a group, as in a form without any, the order is the specification's.
  const groups = sectionsOf()[form.entity]?.map((section) => section.fields) ?? [Object.keys(fields)]
  expect(names.filter(Boolean), form.route).toEqual(groups.flat())
  expect(groups.flat().toSorted(), form.route).toEqual(Object.keys(fields).toSorted())
  for (const group of groups)
    expect(group, form.route).toEqual(Object.keys(fields).filter((name) => group.includes(name)))
  const generated = Object.values(fields).filter((field) => field.presence === 'generated')
  await expect(page.locator('.entity-form [readonly]'), form.route).toHaveCount(generated.length)
  // Not `innerWidth`: on a phone it grows with the content.
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, `${form.route} scrolls sideways`).toBe(page.viewportSize()!.width)
}

/** Fills in the form; with faults, the first answer is an error, the second is lost, and the third is the server's. */
async function submit(page: Page, form: Form, n: number, hasFaults: boolean): Promise<void> {
  const entity = entityNamed(form.entity)
  const messages = messagesOf(form.entity)
  const press = (): Promise<void> => page.getByRole('button', { name: 'Submit' }).click()
  const message = async (text: string | RegExp): Promise<void> =>
    expect(page.getByText(text, { exact: true }), form.route).toBeVisible()

  await fillForm(page, entity, n)
  const before = await filledFields(page, entity)
  expect(before.length, form.route).toBeGreaterThan(0)
  if (hasFaults) {
    let submits = 0
    await page.route(`**${submitPathOf(form.entity)}`, (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      submits++
      if (submits === 1) return route.fulfill({ status: 500, json: { msg: 'The server stumbled' } })
      return submits === 2 ? route.abort() : route.continue()
    })
    await press()
    await message(messages.refused)
    await message('The server stumbled')
    await press()
    await message(/The server cannot be reached/)
    await message(messages.unreachable)
    expect(await filledFields(page, entity), form.route).toEqual(before)
  }
  await press()
  await message(messages.saved)
  await message(/ is saved$/)
  await expect.poll(() => filledFields(page, entity), `${form.route} is blank again`).toEqual([])
  const first = Object.keys(entity.fields).find((field) => entity.fields[field]!.presence !== 'generated')
  await expect(page.locator(`main [name="${first}"]`).first(), form.route).toBeFocused()
  // Messages of visitors are listed in the admin area.
  if (form.entity !== 'contactMessage')
    await expect(page.locator('.entity-list tbody tr'), form.route).not.toHaveCount(0)
  if (hasFaults) await page.unroute(`**${submitPathOf(form.entity)}`)
}
