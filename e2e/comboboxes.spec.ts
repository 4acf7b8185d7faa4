import { expect, test } from './fixtures.ts'

test.use({ isSharedSample: true })

test(
  'opens a long list at the first tap after loading the page',
  { tag: '@phone' },
  async ({ page, asAdministrator: _ }) => {
    await page.goto('/contact2')
    await page.locator('[name=Country_Code]').tap()
    await expect(page.getByRole('option').first()).toHaveText('AD-Andorra')
  },
)

test(
  'opens a long list at the first click or key, and shows a country as code-name, also when selected',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _ }) => {
    const box = page.locator('[name=Country_Code]')
    const options = page.getByRole('option')
    await page.goto('/contact2')
    await expect(page.locator('.combobox > .icon'), 'has the icon of a list before it is used').toBeVisible()
    await box.click()
    await expect(options.first()).toHaveText('AD-Andorra')
    await page.reload()
    await box.focus()
    await expect(options).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    await expect(options.first()).toHaveText('AD-Andorra')

    const code = `SG${Date.now() % 100_000}`
    for (const typed of ['ind', 'IN', 'India', 'IN-India', 'in-ind']) {
      await box.fill('')
      await box.fill(typed)
      await expect(options.first(), typed).toHaveText('IN-India')
      await box.press('Enter')
      await expect(box, typed).toHaveValue('IN-India')
    }
    await box.fill('Atlantis')
    await page.locator('[name=Zone_Code]').fill(code)
    await expect(box).toHaveValue('Atlantis')
    await expect(page.locator('.combobox-title')).toHaveText('not on the list')
    await page.locator('[name=Zone_Name]').fill('Saurashtra')
    await box.fill('IN-India')
    await page.locator('[name=Zone_Name]').focus()
    await expect(box).toHaveValue('IN-India')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText(`Zone ${code} is saved`, { exact: true })).toBeVisible()
  },
)
