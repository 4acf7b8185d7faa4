import type { APIRequestContext, Page } from '@playwright/test'
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
  'corrects or rejects wrong input with its message, keeps the typed values, and repeats no notice',
  { tag: '@desktop' },
  async ({ page, request, asAdministrator: { token }, expectedErrors }) => {
    expectedErrors.push(refusal(409), /ERR_INTERNET_DISCONNECTED/)
    await test.step('wrong input', () => rejectsInput(page, request, token))
    await test.step('a server that cannot be reached', () => sendsAgain(page))
    await test.step('the error of a form is not repeated in its dialog', () => showsOneNotice(page))
  },
)

async function rejectsInput(page: Page, request: APIRequestContext, token: string): Promise<void> {
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
  expect([201, 409]).toContain((await request.post('/api/form/contact1', { data: india, headers })).status())
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
}

async function sendsAgain(page: Page): Promise<void> {
  await navigateInApp(page, '/contact20')
  await fill(page, { Soil_Name: 'Black cotton' })
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Failed to create contact form 20', { exact: true })).toBeVisible()
  await expect(page.locator('[name=Soil_Name]')).toHaveValue('Black cotton')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Contact form 20 created successfully', { exact: true })).toBeVisible()
}

/** Nor is the error of the dialog kept. */
async function showsOneNotice(page: Page): Promise<void> {
  await navigateInApp(page, '/contact24')
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
}
