import { publicPages } from '#domain/screens/public-pages.ts'
import { forms } from '#domain/contract/forms.ts'
import { expect, navigateInApp, refusal, test, whenHydrated } from './fixtures.ts'

const labels = forms.map((form) => form.menu)

test('shows all links of the header by mouse and keyboard', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/')
  await whenHydrated(page)
  const nav = page.getByRole('navigation', { name: 'Main' })
  const menu = nav.getByRole('button', { name: 'Forms' })
  const links = nav.getByRole('listitem').getByRole('link')
  await expect(nav.getByRole('link')).toHaveText([
    'Home',
    'About',
    'Services',
    'Visit Planner',
    'Visit Entry',
    'Admin',
    'Register',
    'Login',
  ])
  await menu.hover()
  await expect(links).toHaveText(labels)
  await page.mouse.move(20, 780)
  await expect(links.first()).toBeHidden()
  await menu.click()
  await expect(links.first()).toBeVisible()
  await page.mouse.move(20, 780)
  // A timer of the page, so that the timer that would close the menu runs before it on a busy machine, too.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  await expect(links.first(), 'a click keeps it open').toBeVisible()
  await page.keyboard.press('Escape')
  await expect(links.first()).toBeHidden()
  await expect(menu).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/contact')
  await expect(links.first()).toBeHidden()

  const link = (label: string) => nav.getByRole('link', { name: label, exact: true })
  await nav.getByRole('link', { name: 'Visit Entry' }).focus()
  await page.keyboard.press('Tab')
  await expect(menu, 'focus does not open it').toBeFocused()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Tab')
  await expect(link('Admin'), 'it is one tab stop').toBeFocused()
  await page.keyboard.press('Shift+Tab')
  for (const key of ['Enter', ' ']) {
    await page.keyboard.press(key)
    await expect(link('Contact'), key).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveAttribute('aria-expanded', 'false')
    await expect(menu).toBeFocused()
  }
  await page.keyboard.press('Enter')
  for (const [key, focused] of [
    ['ArrowDown', 'Contact'],
    ['ArrowDown', 'Country Master(1)'],
    ['End', 'Crop Material Mapping'],
    ['ArrowDown', 'Crop Material Mapping'],
    ['ArrowUp', 'Crop Soil Season Mapping'],
    ['Home', 'Contact'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(link(focused), key).toBeFocused()
  }
  await page.keyboard.press('ArrowUp')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowUp')
  await expect(menu, 'it is the first stop').toBeFocused()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(link('Contact')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(link('Admin'), 'Tab leaves the menu').toBeFocused()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+Tab')
  await expect(link('Visit Entry')).toBeFocused()
  await expect(menu, 'it closes when it loses the focus').toHaveAttribute('aria-expanded', 'false')
})

test(
  'shows all links of the header by touch, and closes its menu with the button, Escape and every link',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/')
    await whenHydrated(page)
    const nav = page.getByRole('navigation', { name: 'Main' })
    const button = page.getByRole('button', { name: 'Menu' })
    await expect(nav).toBeHidden()
    await button.tap()
    await nav.getByRole('button', { name: 'Forms' }).tap()
    const links = nav.getByRole('listitem').getByRole('link')
    await expect(links).toHaveText(labels)
    await links.filter({ hasText: 'Contact' }).first().tap()
    await expect(page).toHaveURL('/contact')
    await expect(nav).toBeHidden()
    await button.tap()
    await expect(nav).toBeVisible()
    await button.tap()
    await expect(nav).toBeHidden()
    await button.tap()
    await page.keyboard.press('Escape')
    await expect(nav).toBeHidden()
    await expect(button).toBeFocused()
    for (const [name, path] of [
      ['About', '/about'],
      ['About', '/about'],
      ['Services', '/services'],
      ['Login', '/login'],
    ] as const) {
      await button.tap()
      await nav.getByRole('link', { name, exact: true }).tap()
      await expect(page).toHaveURL(path)
      await expect(nav).toBeHidden()
    }
  },
)

test(
  'has no horizontal scrolling on public pages, wide or narrow',
  { tag: '@desktop' },
  async ({ page, expectedErrors }) => {
    expectedErrors.push(refusal(404), /ERR_/)
    await page.route(/openstreetmap/, (route) => route.abort())
    for (const [at, path] of ['/api/docs', '/no-such-page', ...publicPages].entries()) {
      // The documentation of the API is a page of its own.
      await (at < 2 ? page.goto(path) : navigateInApp(page, path))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 })
        const contentWidth = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth)
        await expect.poll(contentWidth, `${path} at ${width} px`).toBe(width)
      }
    }
  },
)
