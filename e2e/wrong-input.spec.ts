import { expect, fill, navigateInApp, refusal, test } from './fixtures.ts'

const india = {
  Country_Code: 'IN',
  Country_Name: 'India',
  Postal_Code: '110001',
  Iso_Code: 'IN',
  Iso_Code_3char: 'IND',
  Eu_Country: 'No',
  Country_Shortname: 'India',
}

test(
  'corrects or rejects wrong input with its message, and keeps the typed values',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    await page.goto('/contact3')
    await page.locator('[name=Ext_Code]').pressSequentially('x')
    await expect(page.getByText('Ext Code should be a number', { exact: true })).toBeVisible()
    await expect(page.locator('[name=Ext_Code]')).toHaveValue('')
    await page.locator('[name=Ext_Code]').pressSequentially('24')
    await expect(page.getByText('Ext Code should be a number')).toBeHidden()
    // A wrong key clears the whole value; the keys after it do not start a new one.
    for (const wrong of ['2a4', '1.5', '-5', '24x']) {
      await page.locator('[name=Ext_Code]').fill('')
      await page.locator('[name=Ext_Code]').pressSequentially(wrong)
      await expect(page.locator('[name=Ext_Code]')).toHaveValue('')
      await expect(page.getByText('Ext Code should be a number', { exact: true })).toBeVisible()
    }
    await page.locator('[name=Ext_Code]').press('Backspace')
    await page.locator('[name=Ext_Code]').pressSequentially('07')
    await expect(page.locator('[name=Ext_Code]')).toHaveValue('07')
    await expect(page.getByText('Ext Code should be a number')).toBeHidden()

    await navigateInApp(page, '/contact9')
    await page.locator('[name=Functional_Level_Code]').pressSequentially('ABCDEFGHIJK')
    await expect(page.locator('[name=Functional_Level_Code]')).toHaveValue('ABCDEFGHIJ')
    await expect(
      page.getByText('Functional Level Code should not exceed 10 characters', { exact: true }),
    ).toBeVisible()

    const headers = { authorization: `Bearer ${token}` }
    // 409: another test on the same server created it first.
    expect([201, 409]).toContain(
      (await request.post('/api/form/contact1', { data: india, headers })).status(),
    )
    expectedErrors.push(refusal(409))
    await navigateInApp(page, '/contact1')
    await fill(page, { ...india, Country_Code: 'in', Country_Name: 'Bharat' })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Message not sent', { exact: true })).toBeVisible()
    const code = page.locator('[name=Country_Code]')
    await expect(code).toHaveAccessibleDescription('Country Code IN exists already')
    await expect(code).toBeFocused()
    await expect(page.locator('[name=Country_Name]')).toHaveValue('Bharat')

    // A reload keeps the typed values, too.
    await page.reload()
    await expect(page.locator('[name=Country_Name]')).toHaveValue('Bharat')
  },
)

test(
  'shows that the server cannot be reached, and keeps the typed values',
  { tag: '@desktop' },
  async ({ page, asAdministrator: _, expectedErrors }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
    await page.goto('/contact20')
    await fill(page, { Soil_Name: 'Black cotton' })
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Failed to create contact form 20', { exact: true })).toBeVisible()
    await expect(page.locator('[name=Soil_Name]')).toHaveValue('Black cotton')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Contact form 20 created successfully', { exact: true })).toBeVisible()
  },
)
