import { expect, test } from './fixtures.ts'

test(
  'does not repeat the error of a form in a dialog opened from it, nor keep the error of the dialog',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _ }) => {
    await page.goto('/contact24')
    await page.getByRole('button', { name: 'Submit' }).click()
    const refused = page.getByText('Failed to submit contact form 24', { exact: true })
    await expect(refused).toBeVisible()
    await page.locator('[name=Station_Code]').focus()
    await page.keyboard.press('Alt+c')
    const dialog = page.getByRole('dialog', { name: 'New station' })
    await expect(dialog.locator('[name=Station_Name]')).toBeVisible()
    await expect(dialog.locator('.notice')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.locator('.notice')).toHaveText(/Message not sent/)
    await expect(refused, 'one notice at a time').toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.locator('.notice')).toHaveCount(0)
  },
)
