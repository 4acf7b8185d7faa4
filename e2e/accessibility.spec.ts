import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { forms } from '#domain/contract/forms.ts'
import { guardedPages } from '#domain/screens/pages.ts'
import { publicPages } from '#domain/screens/public-pages.ts'
import type { Page } from '@playwright/test'
import { axeViolations, axeViolationsAsShown } from './axe.ts'
import { expectCurrentPlace } from './current-place.ts'
import { expect, navigateInApp, refusal, test, whenHydrated } from './fixtures.ts'
import { expectHarmless, hostile, makeHostileRecords } from './hostile-records.ts'

const routes = [...guardedPages, ...publicPages, '/no-such-page'].filter((path) => path !== '/logout')

/** The generated forms that have a kind of field that no earlier one has; all are built by the same component. */
const formsWithNewFields = forms.filter(({ entity }, at) => {
  const kindsOf = (name: string): string[] =>
    Object.values(entityNamed(name).fields).map(({ typedIn, presence, reference }) =>
      [typedIn.as, Boolean(typedIn.choices), presence, Boolean(reference), reference?.many].join(' '),
    )
  const earlier = forms.slice(0, at).flatMap((form) => kindsOf(form.entity))
  return kindsOf(entity).some((kind) => !earlier.includes(kind))
})
const isCheckedOnPhone = (route: string): boolean =>
  formsWithNewFields.some((form) => form.route === route) || !forms.some((form) => form.route === route)

/** Gives the page the size and the input of a desktop or a phone without loading it again, as the projects do. */
async function screenSwitch(page: Page): Promise<(device: 'desktop' | 'phone') => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  return async (device) => {
    const isPhone = device === 'phone'
    await page.setViewportSize(isPhone ? { width: 390, height: 844 } : { width: 1280, height: 800 })
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: isPhone })
    // The page handles the change before the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(null))))
  }
}

test.describe('accessibility in light and dark mode, hostile text shown as text, and the current place', () => {
  // Other tests would be disturbed by these records.
  test.use({ isFresh: true })
  test.setTimeout(600_000)

  // One test, because what it has checked on one screen it need not check on the next ones.
  test(
    'has no findings on any screen, on a desktop and a phone',
    { tag: '@desktop' },
    async ({ page, request, asFirstUser: { token }, expectedErrors }) => {
      expectedErrors.push(refusal(404), /ERR_/)
      await page.route(/openstreetmap/, (route) => route.abort())
      // One or two rows per table: axe would take minutes for more and find nothing new.
      // Their text is hostile, so that one visit of each screen checks both.
      const customer = await makeHostileRecords(request, token)
      const paths = [`/customers/${encodeURIComponent(customer)}`, ...routes]
      const showOn = await screenSwitch(page)
      await page.goto('/account')
      for (const [at, route] of paths.entries()) {
        // The log has an entry for every record; those of one kind are enough.
        await navigateInApp(page, route === '/admin/audit' ? `${route}?entity=country` : route)
        await expect(page.getByRole('heading', { level: 1 }), route).toBeVisible()
        const checks = {
          desktop: async () => {
            // In both colour schemes; on the phone in the one of the last check, so they alternate.
            expect(await axeViolations(page), route).toEqual([])
            const isPublic = publicPages.some((path) => path === route)
            if (!isPublic || ['/services', '/contact'].includes(route)) await expectHarmless(page, route)
            if (!isPublic && route !== '/no-such-page') await expectCurrentPlace(page, route)
          },
          phone: async () => expect(await axeViolationsAsShown(page), `${route} on a phone`).toEqual([]),
        }
        if (!isCheckedOnPhone(route)) {
          await showOn('desktop')
          await checks.desktop()
          continue
        }
        // The next screen is shown first on the device on which the last one was checked.
        for (const device of at % 2 === 0
          ? (['desktop', 'phone'] as const)
          : (['phone', 'desktop'] as const)) {
          await showOn(device)
          await checks[device]()
        }
      }
      await showOn('desktop')
      await navigateInApp(page, '/contact1')
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

test.describe('accessibility in light and dark mode', () => {
  test.use({ isSharedSample: true })
  test.setTimeout(600_000)

  const title =
    'has no findings in menus, option lists, dialogs, validation errors and messages, on a desktop and a phone'
  test(title, { tag: '@desktop' }, async ({ page, asAdministrator: _, expectedErrors }) => {
    expectedErrors.push(refusal(409))
    const showOn = await screenSwitch(page)
    /** Checks a state that survives the other size of the screen on both. */
    const expectAccessible = async (state: string): Promise<void> => {
      expect(await axeViolations(page), state).toEqual([])
      await showOn('phone')
      expect(await axeViolationsAsShown(page), `${state} on a phone`).toEqual([])
      await showOn('desktop')
    }
    await page.goto('/')
    await whenHydrated(page)
    await page.getByRole('button', { name: 'Forms' }).click()
    await expect(page.getByRole('link', { name: 'Country Master(1)' })).toBeVisible()
    expect(await axeViolations(page), 'the menu').toEqual([])
    await showOn('phone')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Forms' }).click()
    await expect(page.getByRole('link', { name: 'Country Master(1)' })).toBeVisible()
    expect(await axeViolations(page), 'the menu on a phone').toEqual([])
    await showOn('desktop')

    await page.goto('/contact24?q=C1001')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Customer Code is required', { exact: true })).toBeVisible()
    await expectAccessible('a form with validation errors')
    await page.locator('[name=Country_Code]').pressSequentially('ind')
    await expect(page.getByRole('option').first()).toBeVisible()
    expect(await axeViolations(page), 'a list of options').toEqual([])
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

test(
  'finds a faint text and a button without a name on a screen that was checked before',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _ }) => {
    await page.goto('/account')
    await expect(page.locator('.rail')).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    // The first in dark mode only, the second in a part of the frame.
    await page.evaluate(() => {
      const text = document.createElement('p')
      text.textContent = 'Faint in dark mode'
      text.style.color = 'light-dark(black, #222)'
      document.querySelector('main')!.append(text)
    })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    expect(await axeViolations(page)).toEqual([
      expect.stringMatching(/^color-contrast: .*Faint in dark mode/),
    ])
    await page.evaluate(() => document.querySelector('.rail')!.append(document.createElement('button')))
    expect(await axeViolationsAsShown(page)).toContainEqual(expect.stringMatching(/^button-name: <button/))
  },
)
