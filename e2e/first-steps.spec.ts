import { administrator, expect, fill, test } from './fixtures.ts'

const saved = 'Message sent successfully'

test.use({ isFresh: true })

test(
  'a newcomer registers, logs in and enters country, zone and state',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto('/')
    await page
      .getByRole('button', { name: 'Menu' })
      .or(page.getByRole('link', { name: 'Register' }))
      .click()
    const register = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Register' })
    if (!page.url().endsWith('/register')) await register.click()
    await fill(page, { username: 'Anita Desai', phone: '9825012345', ...administrator })
    await page.getByRole('button', { name: 'Register' }).click()

    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Registration successful', { exact: true })).toBeVisible()
    await fill(page, administrator)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Login Successful', { exact: true })).toBeVisible()

    await page.goto('/contact1')
    await fill(page, {
      Country_Code: 'IN',
      Country_Name: 'India',
      Postal_Code: '110001',
      Iso_Code: 'IN',
      Iso_Code_3char: 'IND',
      Eu_Country: 'No',
      Country_Shortname: 'India',
    })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText(saved, { exact: true })).toBeVisible()
    await expect(page.getByText('Country IN is saved', { exact: true })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: '110001' })).toContainText('IND')
    const first = page.locator('[name=Country_Code]')
    await expect(first).toBeFocused()
    for (const name of ['Country_Code', 'Country_Name', 'Country_Shortname'])
      await expect(page.locator(`[name=${name}]`)).toHaveValue('')

    await page.goto('/contact2')
    await expect(page.locator('[name=Country_Code] option')).toHaveText(['Choose…', 'IN-India'])
    await fill(page, { Zone_Code: 'W', Zone_Name: 'West', Country_Code: 'IN' })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText(saved, { exact: true })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'West' })).toBeVisible()

    await page.goto('/contact3')
    await fill(page, { State_Code: 'GJ', State_Name: 'Gujarat', Zone_Code: 'W', Ext_Code: '24' })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText(saved, { exact: true })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Gujarat' })).toContainText('24')
  },
)
