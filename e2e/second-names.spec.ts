import { expect, navigateInApp, test } from './fixtures.ts'

test(
  'a second name is entered, shown first in Gujarati and found by the search',
  { tag: '@phone' },
  async ({ page, asAdministrator: _ }) => {
    await page.goto('/contact20')
    await page.getByLabel('Soil Name', { exact: true }).fill('Goradu Loam')
    await page.getByLabel('Local Name').fill('ગોરાડુ જમીન')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Contact form 20 created successfully')).toBeVisible()
    await expect(page.getByText('Goradu Loam', { exact: true })).toBeVisible()

    await page.evaluate(() => localStorage.setItem('language', 'gu'))
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'gu')
    await expect(page.getByText('ગોરાડુ જમીન · Goradu Loam')).toBeVisible()

    await navigateInApp(page, '/lists/soils?q=ગોરાડુ')
    await expect(page.getByText('ગોરાડુ જમીન · Goradu Loam')).toBeVisible()
  },
)
