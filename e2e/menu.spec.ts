import { publicPages } from '#domain/contract/pages.ts'
import { forms } from '#domain/contract/forms.ts'
import { expect, refusal, test } from './fixtures.ts'

const labels = forms.map((form) => form.menu)

test('the header offers what it should, by mouse, keyboard or thumb', async ({ page }, info) => {
  await page.goto('/')
  const nav = page.getByRole('navigation', { name: 'Main' })
  const menu = nav.getByRole('button', { name: 'Forms' })
  const links = nav.getByRole('listitem').getByRole('link')
  if (info.project.name === 'phone') {
    await expect(nav).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).tap()
    await menu.tap()
    await expect(links).toHaveText(labels)
    await links.filter({ hasText: 'Contact' }).first().tap()
    await expect(page).toHaveURL('/contact')
    await expect(nav).toBeHidden()
    return
  }
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
  await page.waitForTimeout(300)
  await expect(links.first(), 'a click holds it open').toBeVisible()
  await page.keyboard.press('Escape')
  await expect(links.first()).toBeHidden()
  await expect(menu).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/contact')
  await expect(links.first()).toBeHidden()
})

test('the Forms menu is walked through by its keys', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/')
  const nav = page.getByRole('navigation', { name: 'Main' })
  const menu = nav.getByRole('button', { name: 'Forms' })
  const link = (label: string) => nav.getByRole('link', { name: label, exact: true })
  await nav.getByRole('link', { name: 'Visit Entry' }).focus()
  await page.keyboard.press('Tab')
  await expect(menu, 'passing by opens nothing').toBeFocused()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Tab')
  await expect(link('Admin'), 'and costs one stop').toBeFocused()
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
  await expect(menu, 'there is nothing above it').toBeFocused()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(link('Contact')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(link('Admin'), 'Tab leaves').toBeFocused()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+Tab')
  await expect(link('Visit Entry')).toBeFocused()
  await expect(menu, 'it closes when the keyboard leaves').toHaveAttribute('aria-expanded', 'false')
})

test(
  'the menu of a phone closes by its button, by Escape and with every link',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/')
    const nav = page.getByRole('navigation', { name: 'Main' })
    const button = page.getByRole('button', { name: 'Menu' })
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

test('every public page fits its window', async ({ page, expectedErrors }) => {
  expectedErrors.push(refusal(404), /ERR_/)
  await page.route(/openstreetmap/, (route) => route.abort())
  for (const path of ['/no-such-page', ...publicPages]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(tooWide, path).toBeLessThanOrEqual(0)
  }
})
