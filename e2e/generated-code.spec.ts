import { expect, fill, test } from './fixtures.ts'

test(
  'gives a crop the next code, deletes and restores it',
  { tag: '@phone' },
  async ({ page, asAdministrator: _ }) => {
    await page.goto('/contact18')
    await expect(page.locator('[name=Crop_Code]')).toHaveValue(/^CR\d{4}$/)
    // The tests before this one on the same server may have created crops; none runs at the same time.
    const code = await page.locator('[name=Crop_Code]').inputValue()
    const next = `CR${String(Number(code.slice(2)) + 1).padStart(4, '0')}`
    const name = `Groundnut ${code}`
    await expect(page.locator('[name=Crop_Code]')).not.toBeEditable()
    await fill(page, {
      Crop_Name: name,
      Crop_Type1: 'Oilseed',
      Crop_Type2: 'Legume',
      Crop_Type3: 'Kharif',
      Crop_Grade: 'A',
      Crop_Quality: 'FAQ',
    })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Message sent successfully', { exact: true })).toBeVisible()
    await expect(page.getByText(`Crop ${code} is saved`, { exact: true })).toBeVisible()
    await expect(page.locator('[name=Crop_Name]')).toBeFocused()
    await expect(page.locator('[name=Crop_Code]')).toHaveValue(next)

    const row = page.getByRole('row').filter({ hasText: name })
    await page.getByRole('searchbox').fill(name.toLowerCase())
    await expect(page.getByRole('row').filter({ hasText: 'Wheat' })).toHaveCount(0)
    await page.getByRole('button', { name: `Delete Crop ${code}` }).click()
    await expect(page.getByText(`Crop ${code} is deleted`, { exact: true })).toBeVisible()
    await expect(row).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Crop ${code} is restored`, { exact: true })).toBeVisible()
    await expect(row).toBeVisible()
  },
)
