import { expect, test } from './fixtures.ts'

test(
  'fills in a form with Enter alone, and moves the focus to its first field after saving',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _ }) => {
    await page.goto('/contact22')
    await page.locator('[name=materialName]').focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Space')
    await expect(page.locator('[name=materialType][value=fertilizers]')).toBeChecked()
    // Generated codes are not in the tab order.
    await page.keyboard.press('Shift+Tab')
    await expect(page.locator('[name=materialCode]')).not.toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.locator('[name=materialType][value=fertilizers]')).toBeFocused()
    await expect(page.getByText(/sold under a licence/)).toHaveCount(0)
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByText(/sold under a licence/)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.locator('[name=materialName]')).toBeFocused()
    await page.keyboard.type('Castor cake')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Material submitted successfully', { exact: true })).toBeVisible()
    await expect(page.locator('[name=materialType]').first()).toBeFocused()
    await expect(page.locator('[name=materialType]:checked')).toHaveCount(0)
  },
)

test(
  'moves on with Enter while a field is missing, and submits when none is',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _ }) => {
    await page.goto('/contact23')
    const code = `T${Date.now()}`
    await page.locator('[name=paymentTermCode]').focus()
    for (const word of [code, 'Thirty days', '30']) {
      await page.keyboard.type(word)
      await page.keyboard.press('Enter')
    }
    await expect(page.getByText(`Payment Term ${code} is saved`, { exact: true })).toBeVisible()
    await expect(page.locator('[name=paymentTermCode]')).toBeFocused()
  },
)
