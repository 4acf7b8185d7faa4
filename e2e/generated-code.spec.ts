import { expect, fill, test } from './fixtures.ts'

// The test expects certain codes, so no other test may create crops in parallel.
test.use({ isFresh: true })

test(
  'gives a crop the next code, deletes and restores it',
  { tag: '@phone' },
  async ({ page, asFirstUser: _ }) => {
    await page.goto('/contact18')
    await expect(page.locator('[name=Crop_Code]')).toHaveValue('CR0003')
    await expect(page.locator('[name=Crop_Code]')).not.toBeEditable()
    await fill(page, {
      Crop_Name: 'Groundnut',
      Crop_Type1: 'Oilseed',
      Crop_Type2: 'Legume',
      Crop_Type3: 'Kharif',
      Crop_Grade: 'A',
      Crop_Quality: 'FAQ',
    })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Message sent successfully', { exact: true })).toBeVisible()
    await expect(page.getByText('Crop CR0003 is saved', { exact: true })).toBeVisible()
    await expect(page.locator('[name=Crop_Name]')).toBeFocused()
    await expect(page.locator('[name=Crop_Code]')).toHaveValue('CR0004')

    const row = page.getByRole('row').filter({ hasText: 'Groundnut' })
    await page.getByRole('searchbox').fill('groundn')
    await expect(page.getByRole('row').filter({ hasText: 'Wheat' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Delete Crop CR0003' }).click()
    await expect(page.getByText('Crop CR0003 is deleted', { exact: true })).toBeVisible()
    await expect(row).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Crop CR0003 is restored', { exact: true })).toBeVisible()
    await expect(row).toBeVisible()
  },
)
