import { forms } from '#domain/contract/forms.ts'
import { expect, test } from './fixtures.ts'

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
